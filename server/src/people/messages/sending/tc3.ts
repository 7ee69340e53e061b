import { createHash, createHmac } from 'node:crypto';

/** A request of a Tencent Cloud service: JSON posted to `address`; `at` are whole seconds since 1970, the date their UTC day. */
export type Tc3Request = {
  address: string;
  service: string;
  action: string;
  version: string;
  region: string;
  at: number;
  date: string;
  body: string;
};

type Keys = { accessKeyId: string; accessKeySecret: string };

const type = 'application/json; charset=utf-8';

/** Signs a request by TC3-HMAC-SHA256. @returns its headers; `host` is left to the HTTP client. */
export function signTc3(request: Tc3Request, keys: Keys): Record<string, string> {
  const url = new URL(request.address);
  const names = 'content-type;host;x-tc-action';
  const headers = `content-type:${type}\nhost:${url.host}\nx-tc-action:${request.action.toLowerCase()}\n`;
  const canonical = ['POST', url.pathname, '', headers, names, sha256(request.body)].join('\n');
  const scope = `${request.date}/${request.service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', String(request.at), scope, sha256(canonical)].join('\n');
  const day = hmac(`TC3${keys.accessKeySecret}`, request.date);
  const signature = hmac(hmac(hmac(day, request.service), 'tc3_request'), text).toString('hex');
  return {
    'content-type': type,
    'x-tc-action': request.action,
    'x-tc-version': request.version,
    'x-tc-region': request.region,
    'x-tc-timestamp': String(request.at),
    authorization: `TC3-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
