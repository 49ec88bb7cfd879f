import { expect, it } from 'vitest';
import { JOB_KINDS } from './compose-jobs.ts';
import { MAIL_RETRIES } from './platform/jobs/jobs.ts';

it('every mail is retried for about a day while the mail server is down', () => {
  const mails = JOB_KINDS.filter(({ name }) => name.startsWith('send-'));
  expect(mails.map(({ name, retries }) => [name, retries])).toEqual(
    mails.map(({ name }) => [name, MAIL_RETRIES]),
  );
  expect(mails.length).toBeGreaterThan(5);
});
