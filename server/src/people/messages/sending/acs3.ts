import { createHash, createHmac } from 'node:crypto';

/** A request of an Alibaba Cloud service in RPC style: a form posted to `address`. */
export type Acs3Request = {
  address: string;
  action: string;
  version: string;
  /** Instant of the request, and a value never used before. */
  date: string;
  nonce: string;
  form: Readonly<Record<string, string>>;
};

type Keys = { accessKeyId: string; accessKeySecret: string };

/** Signs a request by ACS3-HMAC-SHA256. @returns the body to post and its headers; `host` is left to the HTTP client. */
export function signAcs3(request: Acs3Request, keys: Keys): { body: string; headers: Record<string, string> } {
  const url = new URL(request.address);
  const body = new URLSearchParams(request.form).toString();
  const signed: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    host: url.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': `${request.date.slice(0, 19)}Z`,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const names = Object.keys(signed).toSorted();
  const canonicalHeaders = names.map((name) => `${name}:${signed[name]}\n`).join('');
  const canonical = ['POST', url.pathname, '', canonicalHeaders, names.join(';'), sha256(body)].join('\n');
  const signature = createHmac('sha256', keys.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const { host: _host, ...headers } = signed;
  const credential = `Credential=${keys.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { body, headers: { ...headers, authorization: `ACS3-HMAC-SHA256 ${credential}` } };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
