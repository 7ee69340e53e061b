import { useEffect, useState } from 'react';

type Carried = { phone: string; code: string };

const nothing: Carried = { phone: '', code: '' };
let carried = nothing;

/** Takes the number typed here along to the other page of this group, and the code that proved it; they are kept in neither the address nor the browser. */
export function carryNumber(phone: string, code = ''): void {
  carried = { phone, code };
}

/** What was taken along from the page before; nobody finds it here later. */
export function useCarried(): Carried {
  const [found] = useState(carried);
  useEffect(() => {
    carried = nothing;
  }, []);
  return found;
}
