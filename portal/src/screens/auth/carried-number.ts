import { useEffect, useState } from 'react';

let carried = '';

/** Takes the number typed here along to the other page of this group; it is kept in neither the address nor the browser. */
export function carryNumber(phone: string): void {
  carried = phone;
}

/** The number that was taken along from the page before; nobody finds it here later. */
export function useCarriedNumber(): string {
  const [phone] = useState(carried);
  useEffect(() => carryNumber(''), []);
  return phone;
}
