import { activeLanguage } from '@exam/ui/app';
import { urlOf } from '@exam/contract/client';
import { showToast } from '@exam/ui/parts';
import { frameWords } from '../../messages/frame.ts';
import { queryClient } from '../api.ts';
import { appConfig } from '../config.ts';
import { userKey } from '../session/user-key.ts';

type FileCall =
  | { name: 'application.letter'; params: { applicationId: string } }
  | { name: 'application.calendarFile'; params: { id: string } }
  | { name: 'attachment.importTemplate'; params?: undefined }
  | { name: 'candidate.importFaults'; params: { id: string } }
  | { name: 'formAttachment.get'; params: { id: string } }
  | { name: 'postTest.file'; params: { id: string; fileId: string } }
  | { name: 'attachment.guidance'; params?: undefined; query: { templateId: string } };

/** The address of a file of the API, for links that a person may also copy or open elsewhere. */
function fileUrl(call: FileCall): string {
  const query = 'query' in call ? call.query : {};
  return appConfig().apiBaseUrl + urlOf(call.name, call.params, query);
}

/**
 * Fetches a file in the language of the page (a plain link would ask in the browser's) and hands it to the browser to keep.
 * A refusal is told like any other: its sentence for 3 s; a lost session leads to signing in.
 */
export async function saveFile(call: FileCall, fileName: string): Promise<void> {
  const headers = { 'accept-language': activeLanguage() };
  const response = await fetch(fileUrl(call), { credentials: 'include', headers }).catch(() => null);
  const file = response?.ok ? await response.blob().catch(() => null) : null;
  if (file !== null) {
    keepFile(file, fileName);
    return;
  }
  if (response?.status === 401) {
    await queryClient.refetchQueries({ queryKey: userKey });
    return;
  }
  await showToast((await sentenceOf(response)) || (frameWords.peek(activeLanguage())?.noConnection ?? ''), 'warning');
}

/** Hands something to the browser to keep as a file. */
export function keepFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then; it is not needed any longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function sentenceOf(response: Response | null): Promise<string> {
  const body: unknown = await response?.json().catch(() => null);
  const hasWords = typeof body === 'object' && body !== null && 'userMessage' in body;
  return hasWords && typeof body.userMessage === 'string' ? body.userMessage : '';
}
