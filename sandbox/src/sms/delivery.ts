import { randomHex } from '../chance.ts';
import type { World } from '../world.ts';

/** A message as phones get it. */
export interface Sms {
  phones: string[];
  sign: string;
  text: string;
  outId?: string | undefined;
  isReturned?: boolean;
}

/** A mainland number, with or without the country's. */
export const MAINLAND = /^(?:\+?86)?(1[3-9]\d{9})$/;

/** Puts a message into the inbox of each number. */
export function deliverSms(world: World, sms: Sms): void {
  for (const phone of sms.phones) {
    world.ledger.addMessage({
      id: randomHex(24),
      channel: 'sms',
      to: MAINLAND.exec(phone)?.[1] ?? phone,
      from: sms.sign,
      subject: null,
      text: sms.text,
      html: null,
      at: world.clock.stamp(),
      attachments: [],
      ...(sms.outId && { outId: sms.outId }),
      ...(sms.isReturned && { isReturned: true as const }),
    });
  }
}
