import { chinaDateOf } from '@exam/contract/rules';

/**
 * Today's date in China by the clock of this device: good enough to tell a person early what the server, which has the last
 * word, will say (S-9).
 */
export function chinaToday(): string {
  return chinaDateOf(new Date().toISOString());
}
