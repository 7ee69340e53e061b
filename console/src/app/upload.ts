import { answerOf } from '@exam/contract/client';
import { staffUrlOf, type StaffReply } from '@exam/contract/staff/client';
import { staffAddressOf, type StaffEndpointName } from '@exam/contract/staff/endpoints';
import { activeLanguage } from '@exam/ui/app';
import { csrfToken } from './api.ts';

/**
 * Sends a file of staff; it is kept for a day unless a call names its id. Quiet: the caller shows what was refused beside the file.
 * @throws CallError
 */
export function uploadFile(file: File): Promise<StaffReply<'files.upload'>> {
  return sendFile('files.upload', file);
}

/** Sends a file to a call that takes one; `params` fill its address. @throws CallError */
export async function sendFile<N extends StaffEndpointName>(
  name: N,
  file: File,
  params: object = {},
): Promise<StaffReply<N>> {
  const { method } = staffAddressOf(name);
  const form = new FormData();
  form.append('file', file);
  const headers = { 'accept-language': activeLanguage(), 'x-csrf-token': csrfToken() ?? '' };
  const sent = fetch(staffUrlOf(name, params), { method, headers, body: form, credentials: 'include' });
  return await answerOf(sent, async (stored): Promise<StaffReply<N>> => await stored.json());
}
