import { answerOf, CallError } from '@exam/contract/client';
import { staffAddressOf, type StaffEndpointName } from '@exam/contract/staff/endpoints';
import { staffUrlOf, type StaffRequest } from '@exam/contract/staff/client';
import { activeLanguage } from '@exam/ui/app';
import { csrfToken, tellProblem } from './api.ts';
import { withAnswers } from './questions.ts';

/**
 * Fetches a file of the console and hands it to the browser to keep; asks for a proof of identity or a reason where the call needs one. A
 * refusal is told like any other. @returns whether the file came.
 */
export async function download<N extends StaffEndpointName>(
  name: N,
  request: StaffRequest<N>,
  fileName: string,
): Promise<boolean> {
  try {
    keep(await withAnswers(() => fetchFile(name, { ...request })), fileName);
    return true;
  } catch (error) {
    if (error instanceof CallError) tellProblem(error.problem);
    return false;
  }
}

type Requested = { params?: unknown; query?: unknown; body?: unknown };

async function fetchFile(name: StaffEndpointName, { params, query, body }: Requested): Promise<Blob> {
  const { method } = staffAddressOf(name);
  const headers = new Headers({ 'accept-language': activeLanguage() });
  const token = csrfToken();
  if (method !== 'GET') {
    headers.set('content-type', 'application/json');
    if (token !== null) headers.set('x-csrf-token', token);
  }
  const init: RequestInit = { method, headers, credentials: 'include' };
  if (method !== 'GET') init.body = JSON.stringify(body ?? {});
  const sent = fetch(staffUrlOf(name, { ...Object(params) }, { ...Object(query) }), init);
  return await answerOf(sent, (file) => file.blob());
}

function keep(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then; it is not needed any longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
