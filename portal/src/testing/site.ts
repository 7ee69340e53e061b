import { calls } from '@exam/contract/calls';
import type { Reply } from '@exam/contract/client';
import { endpoints, type EndpointName } from '@exam/contract/endpoints';
import type { Language } from '@exam/ui/i18n';
import { exampleOf, type Given, openAddress, refused, StubServer, useStub, type Variant } from '@exam/ui/testing';
import type { ReactNode } from 'react';
import { App, prepare } from '../site.tsx';
import { queryClient } from '../app/api.ts';
import { isPlaceKept } from '../app/history-guard.ts';
import type { User } from '../app/session/user-key.ts';

/** Calls that are sent as a POST and change nothing. */
const questions: readonly EndpointName[] = [
  'application.price',
  'booking.checkRepeat',
  'order.checkSeats',
  'payment.query',
  'payment.returned',
  'postTest.fee',
  'session.calendar',
  'subject.all',
];

const isRead = (name: EndpointName) =>
  endpoints[name].startsWith('GET ') || endpoints[name].includes('/search') || questions.includes(name);

const parent: User = {
  id: '0b6f0a52-6a2e-4c1a-9c55-2f5a3d1e7a10',
  phoneNumber: '138****8000',
  email: '',
  dateOfBirth: '1986-05-04',
  isTermsAccepted: true,
  promoteStatus: false,
  phoneReceivingStatus: true,
  emailReceivingStatus: false,
  sendMessageLanguageType: 'Chinese',
  token: 'a-token',
};

const usual: Variant = { choice: 0, rows: 2 };

/** The portal's calls without a server, for a parent who is signed in. What the frame reads for every page is always answered and never counted. */
export class StubPortal extends StubServer<EndpointName> {
  /** Who is signed in; null for a visitor. */
  user: User | null = parent;
  private readonly asked = new Map<EndpointName, string[]>();
  private readonly own = new Map<EndpointName, (body: unknown) => Response>();

  constructor() {
    super({ endpoints, calls, isRead });
  }

  /** An example of what a call answers, to be changed and given to `says`. */
  example<Name extends EndpointName>(name: Name, variant: Variant = usual): Reply<Name> {
    const { reply } = this.callOf(name);
    return (reply === null ? null : exampleOf(reply, variant)) as Reply<Name>;
  }

  /** Answers a call in this way from now on. */
  says<Name extends EndpointName>(name: Name, give: (body: never) => Reply<Name>): void {
    this.own.set(name, (body) => {
      const answer = give(body as never);
      const { reply } = this.callOf(name);
      return reply === null ? new Response(null, { status: 204 }) : Response.json(answer);
    });
  }

  /** Refuses a call from now on. */
  refuses(name: EndpointName, status: number, problem: Readonly<Record<string, unknown>> = {}): void {
    this.own.set(name, () => refused(status, problem));
  }

  protected override async answer(name: EndpointName, given: Given): Promise<Response> {
    if (name === 'user.current') return this.user ? Response.json(this.user) : new Response(null, { status: 204 });
    if (name === 'application.cart' && isForFrame(given.body)) return this.exampleFor(name, usual, given.body);
    return await super.answer(name, given);
  }

  protected override exampleFor(name: EndpointName, variant: Variant, body: unknown): Response {
    return this.own.get(name)?.(body) ?? super.exampleFor(name, { ...variant, row: this.rowOf(name, body) }, body);
  }

  /** Another question of the same call has other rows for its answer. */
  private rowOf(name: EndpointName, body: unknown): number {
    const asked = this.asked.get(name) ?? [];
    this.asked.set(name, asked);
    const question = JSON.stringify(body);
    if (!asked.includes(question)) asked.push(question);
    return asked.indexOf(question);
  }
}

/** The number beside the cart in the frame. */
const isForFrame = (body: unknown) =>
  typeof body === 'object' && body !== null && 'pageSize' in body && body.pageSize === 1;

/** The portal's calls for each test, and nobody at the portal before and after. */
export const usePortal = () => useStub(() => new StubPortal());

const portalSite = { App, prepare, remembered: queryClient, isPlaceKept };

/** Opens an address of the portal. @returns its main part, once everything is answered. */
export async function open(portal: StubPortal, address: string, language: Language = 'en'): Promise<HTMLElement> {
  return await openAddress(portalSite, portal, { address, language });
}

/** Shows a part of a page alone, with the words of the page at an address. @returns what it is in. */
export async function show(portal: StubPortal, address: string, part: ReactNode): Promise<HTMLElement> {
  return await openAddress(portalSite, portal, { address, language: 'en', part });
}
