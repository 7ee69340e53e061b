import { addDays } from '@exam/contract/rules';
import { inject } from 'vitest';

/** Where a product of the run answers, and what belongs to it. */
export type Places = {
  /** The portal and its API. */
  portal: string;
  /** The staff's console and its API. */
  console: string;
  /** The outside world: inbox, payments, clock. */
  outside: string;
  /** The day in China on which its demonstration was loaded: what it offers is counted from it, whatever day it is by now. */
  loadedOn: string;
  /** A folder in which the files of tests on this product leave notes for those that follow. */
  notes: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    /** A product for each worker: its clock, its demonstration and its staff are of one file at a time. */
    products: readonly Places[];
  }
}

/** Where something of this worker's own product is. */
export function placeOf(name: keyof Places): string {
  const products = inject('products');
  return products[(Number(process.env['VITEST_POOL_ID']) - 1) % products.length]?.[name] ?? '';
}

/** The date this many days from that of the demonstration: `yyyy-mm-dd`. */
export function demoDay(days: number): string {
  return addDays(placeOf('loadedOn'), days);
}
