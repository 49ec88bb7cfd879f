import { useEffect, useState } from 'react';

const STEP_MS = 15_000;

const present = () => new Date().toISOString();

/** The current time as ISO text, which is fast to compare with the expiration of ten thousand rows. */
export function useNow(): string {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setNow(present()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
