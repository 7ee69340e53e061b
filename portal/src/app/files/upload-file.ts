import { activeLanguage } from '@exam/ui/app';
import { CallError, type Problem, type Reply } from '@exam/contract/client';
import { addressOf } from '@exam/contract/endpoints';
import { queryClient, tellProblem } from '../api.ts';
import { appConfig } from '../config.ts';
import { userKey, type User } from '../session/user-key.ts';

type UploadCall = 'candidate.previewImport' | 'formAttachment.upload';

type Options = {
  /** Told how much has been sent, 0 to 1. */
  onProgress: (part: number) => void;
  /** Ends the sending; the promise is then rejected with an AbortError. */
  signal: AbortSignal;
};

/**
 * Sends a file as the part `file` of a form and tells how far it is, which `fetch` cannot.
 * @throws CallError as other calls do, but quiet: the caller shows what was refused beside the file. A lost session is told.
 */
export function uploadFile<N extends UploadCall>(name: N, file: File, options: Options): Promise<Reply<N>> {
  const { method, path } = addressOf(name);
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const fail = (problem: Problem) => {
      if (problem.status === 401) tellProblem(problem);
      reject(new CallError(problem));
    };
    request.open(method, appConfig().apiBaseUrl + path);
    request.withCredentials = true;
    request.responseType = 'json';
    request.setRequestHeader('accept-language', activeLanguage());
    request.setRequestHeader('x-csrf-token', queryClient.getQueryData<User | null>(userKey)?.token ?? '');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const answer = request.response as Reply<N> | null;
      if (request.status !== 200) fail(problemOf(request.status, answer));
      else if (answer === null) fail(noAnswer);
      else resolve(answer);
    });
    request.addEventListener('error', () => fail(noAnswer));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    options.signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const noAnswer: Problem = { status: 0, code: 'NETWORK', userMessage: '' };

function problemOf(status: number, body: unknown): Problem {
  const fields = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  const word = (key: string, otherwise: string) => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : otherwise;
  };
  return { status, code: word('code', 'INTERNAL'), userMessage: word('userMessage', '') };
}
