import type { ComponentRule } from '../entities/post-test.ts';
import { shareOf } from './rounding.ts';

/** The fees of a service at a level for one component or award, in fen; VAT is stored, never derived. */
export interface ServiceFees {
  localFee: number;
  boardFee: number;
  vat: number;
}

/** A row of a request's price, in fen. */
export interface PostTestPriceLine extends ServiceFees {
  componentId: string | null;
  code: string;
  total: number;
}

/** The price of a request: the sum of its rows. */
export interface PostTestPrice extends ServiceFees {
  lines: PostTestPriceLine[];
  total: number;
}

const free: ServiceFees = { localFee: 0, boardFee: 0, vat: 0 };

/**
 * The price of a request (R-84, C26): every component costs the service's fees; of an award the award's row does and its units cost
 * nothing; a service without components has one row. Without a component, or without its award, nothing is priced yet.
 */
export function pricePostTest(
  rule: ComponentRule,
  fees: ServiceFees,
  request: {
    serviceCode: string;
    award: string | null;
    components: readonly { id: string; code: string }[];
  },
): PostTestPrice {
  const { award, components, serviceCode } = request;
  const head: PostTestPriceLine[] = [];
  if (rule === 'award' && award !== null) head.push(lineOf(null, award, fees));
  if (rule === 'none') head.push(lineOf(null, serviceCode, fees));
  const rows = components.map(({ id, code }) => lineOf(id, code, rule === 'some' ? fees : free));
  const lines = rule === 'award' && award === null ? [] : [...head, ...rows];
  const sum = (pick: (line: PostTestPriceLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  return {
    lines,
    localFee: sum((line) => line.localFee),
    boardFee: sum((line) => line.boardFee),
    vat: sum((line) => line.vat),
    total: sum((line) => line.total),
  };
}

/** Per cent of the local fee that comes back when a request is cancelled before it was sent (9.6 #8). */
export const cancellationLocalPercent = 80;

/** What comes back when a request is cancelled before it was sent: 80 % of the local fee and the whole board fee, each with its VAT (9.6 #8). */
export function cancellationRefund(paid: ServiceFees): number {
  return withVat(paid, paid.localFee, cancellationLocalPercent) + withVat(paid, paid.boardFee, 100);
}

/**
 * What comes back when the provider or the awarding body refuses a request (9.6 #11): everything before it was sent or when it is the
 * provider's doing, otherwise the board fee with its VAT.
 */
export function refusalRefund(paid: ServiceFees, refusal: { isSent: boolean; isProviderCause: boolean }): number {
  if (!refusal.isSent || refusal.isProviderCause) return paid.localFee + paid.boardFee + paid.vat;
  return withVat(paid, paid.boardFee, 100);
}

/** What comes back when the grade changed: the board fee with its VAT of the components concerned; the local fee is kept (3-domain 4.1). */
export function gradeChangeRefund(components: readonly ServiceFees[]): number {
  return components.reduce((sum, component) => sum + withVat(component, component.boardFee, 100), 0);
}

function lineOf(componentId: string | null, code: string, fees: ServiceFees): PostTestPriceLine {
  const { localFee, boardFee, vat } = fees;
  return { componentId, code, localFee, boardFee, vat, total: localFee + boardFee + vat };
}

/** The given share, in percent, of a fee and its VAT, rounded half up once. */
function withVat({ localFee, boardFee, vat }: ServiceFees, fee: number, percent: number): number {
  const taxed = localFee + boardFee;
  return fee === 0 ? 0 : shareOf(fee * percent, taxed + vat, taxed * 100);
}
