import { type RefObject, useEffect, useRef } from 'react';

/** False once the component is gone. Work that ends later must not navigate away from the page shown then. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
