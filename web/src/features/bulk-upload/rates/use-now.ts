import { useEffect, useState } from 'react';

const STEP_MS = 15_000;

const present = () => new Date().toISOString();

/** The present moment, renewed often enough to see prices run out. As text it can be compared with those of ten thousand rows at once. */
export function useNow(): string {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setNow(present()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
