import { calendarCalls } from '@exam/contract/calls';
import { reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import { endAddress, makeAddress, showAddress } from './manage.ts';
import { readDates } from './read.ts';
import { findAddress } from './store.ts';

const handlers: Handlers<typeof calendarCalls> = {
  'calendar.state': async ({ account }) => {
    const found = await reading((tx) => findAddress(tx, account.id));
    return { createdAt: found?.createdAt ?? null };
  },
  'calendar.make': (call) => makeAddress(call),
  'calendar.show': (call) => showAddress(call),
  'calendar.end': ({ account }) => endAddress(account.id),
  'calendar.read': ({ params, ip }) => readDates(params.token, ip),
};

/** The calls of this domain. */
export const routes: Routes[] = [{ calls: calendarCalls, handlers }];
