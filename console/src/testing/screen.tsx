import { type Answers, openAddress, useStub } from '@exam/ui/testing';
import type { Language } from '@exam/ui/i18n';
import type { ReactNode } from 'react';
import { App, prepare } from '../app/app.tsx';
import { queryClient } from '../app/api.ts';
import type { Path } from '../paths.ts';
import { StubDesk } from './desk.ts';

/** What is in an address for a part that names one thing. */
const parts: Readonly<Record<string, string>> = {
  ':id': '0b6f0a52-6a2e-4c1a-9c55-2f5a3d1e7a10',
  ':number': 'rt1001',
  ':kind': 'product',
  ':language': 'en',
  ':channel': 'wechat',
  ':day': '2026-12-01',
};

/** A desk for each test, and nobody at it before and after. */
export const useDesk = () => useStub(() => new StubDesk());

/** Opens a page of the console as who holds every right. @returns its main part, once everything is answered */
export async function open(desk: StubDesk, path: Path, language: Language, answers: Answers): Promise<HTMLElement> {
  desk.answers = answers;
  const address = path.replaceAll(/:\w+/g, (each) => parts[each] ?? each);
  const whole = path === '/invitation' ? `${address}#a-token-of-a-link` : address;
  return await openAddress({ App, prepare, remembered: queryClient }, desk, { address: whole, language });
}

/** Opens a part of a page alone. @returns what it was drawn into */
export async function openPart(desk: StubDesk, part: ReactNode, language: Language): Promise<HTMLElement> {
  return await openAddress({ App, prepare, remembered: queryClient }, desk, { address: '/sign-in', language, part });
}
