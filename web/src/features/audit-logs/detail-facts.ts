interface DetailFact {
  name: string;
  value: string;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 'dateRange' → 'Date range', 'user_id' → 'User ID' */
function words(key: string): string {
  const spaced = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(/\bid\b/g, 'ID');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item)))
    return value.map(textOf).join(', ');
  return JSON.stringify(value);
}

/** Every value with its label. The label of a nested value includes its parents. */
export function factsOf(details: Record<string, unknown>, within = ''): DetailFact[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const name = within ? `${within} › ${words(key)}` : words(key);
    if (isObject(value) && Object.keys(value).length > 0) return factsOf(value, name);
    return [{ name, value: textOf(value) }];
  });
}
