import { createCipheriv, randomBytes } from 'node:crypto';
import type { Place } from '#platform/vault';
import { testConfig } from './config.ts';

/** A value as it was sealed before lengths were hidden, with the first key of the tests. */
export function sealAsBefore(text: string, { table, row, column }: Place): Buffer {
  const [{ id, key } = { id: '', key: randomBytes(32) }] = testConfig().secrets.fieldKeys;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(`${table}\n${row}\n${column}`, 'utf8'));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([1, id.length]), Buffer.from(id, 'latin1'), nonce, cipher.getAuthTag(), body]);
}
