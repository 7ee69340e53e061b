import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The anchor of the API's cost: `node raw-server.ts <answer.json>` reads each request's body as JSON and writes the same answer each
 * time, with `node:http` alone. Prints its port; ends when its input closes.
 */
const answer: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    if (text !== '') JSON.parse(text);
    const body = JSON.stringify(answer);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : 0);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
