import * as z from 'zod/mini';

/** Types of settings, each with its error message. */

export const text = z.optional(z.string());

export const wholeNumber = (name: string, most: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => /^\d{1,9}$/.test(value) && Number(value) <= most,
          `${name} must be a number from 0 to ${most}.`,
        ),
      ),
    z.transform(Number),
  );

export const onOff = (name: string, fallback: 'on' | 'off') => choice(name, ['on', 'off'], fallback);

export const choice = <const Choices extends [string, string]>(
  name: string,
  choices: Choices,
  fallback: Choices[number],
) =>
  z._default(
    z.enum(choices, `${name} must be ${choices.map((word) => `"${word}"`).join(' or ')}.`),
    fallback,
  );

const isHttp = (value: string) => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hash === '';
};

const webText = (name: string) =>
  z.string().check(z.refine(isHttp, `${name} must be an address such as https://labels.example.com.`));

/** Our own URL, without a trailing slash. */
export const webAddress = (name: string) =>
  z.optional(webText(name).check(z.overwrite((value) => value.replace(/\/+$/, ''))));

/** The URL of another system, unchanged. */
export const httpAddress = (name: string, fallback: string) => z._default(webText(name), fallback);
