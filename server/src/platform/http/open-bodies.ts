import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseForNow } from '#platform/errors';
import { callerNetwork } from '#platform/http/address';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Bytes of an upload with what surrounds the file in it (T28), and of any other body. */
export const uploadLimit = 5.5 * megabyte;
export const bodyLimit = 256 * kilobyte;

/**
 * Bytes of bodies that may be on their way, or in memory while they are worked on, of one sender and of all. Once half the room is taken, a
 * sender has that of one body: few cannot keep out many.
 */
const rooms = {
  uploads: { ofOne: 6 * uploadLimit, inAll: 40 * uploadLimit, largest: uploadLimit },
  bodies: { ofOne: 32 * bodyLimit, inAll: 256 * bodyLimit, largest: bodyLimit },
} as const;

/**
 * A body of which less than this has come since the last look is given up: it keeps room from others. A smaller one has to be there whole within
 * two looks: the time that the server gives a request does not end one of which only a part has come.
 */
const pace = { milliseconds: 5_000, bytes: 50 * kilobyte };

type Room = { inAll: number; bySender: Map<string, number> };
const taken: Record<keyof typeof rooms, Room> = {
  uploads: { inAll: 0, bySender: new Map() },
  bodies: { inAll: 0, bySender: new Map() },
};

/**
 * Takes room for the file that a known sender uploads, before any of it is read, until the answer is out.
 * @param sender the account or member of staff, by id.
 * @throws Refusal RATE_LIMITED (429) when this sender has too many under way, BUSY (503) when all have, both with Retry-After.
 */
export function admitUpload(request: FastifyRequest, reply: FastifyReply, sender: string): void {
  admit('uploads', sender, { request, reply });
}

/** Takes room for any other body, by where it comes from. @throws Refusal as `admitUpload`. */
export function admitBody(request: FastifyRequest, reply: FastifyReply): void {
  const isUpload = request.routeOptions.bodyLimit === uploadLimit;
  if (!isUpload && bytesOf(request, 1) > 0) admit('bodies', callerNetwork(request), { request, reply });
}

function admit(
  name: keyof typeof rooms,
  sender: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const { ofOne, inAll, largest } = rooms[name];
  const room = taken[name];
  // No more than this is read of a body that announces more.
  const bytes = Math.min(bytesOf(request, largest), largest);
  const own = room.bySender.get(sender) ?? 0;
  if (own + bytes > (room.inAll > inAll / 2 ? largest : ofOne)) refuseForNow('RATE_LIMITED', 5);
  if (room.inAll + bytes > inAll) refuseForNow('BUSY', 5);
  take(room, sender, bytes);
  const looks = endWhenSlow(request, bytes);
  reply.raw.once('close', () => {
    clearInterval(looks);
    take(room, sender, -bytes);
  });
}

/** What a body says that it has; one that does not say may have as much as any. */
function bytesOf({ headers }: FastifyRequest, unsaid: number): number {
  if (headers['transfer-encoding'] !== undefined) return unsaid;
  const said = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(said) ? said : unsaid;
}

function take(room: Room, sender: string, bytes: number): void {
  const own = (room.bySender.get(sender) ?? 0) + bytes;
  room.inAll += bytes;
  if (own > 0) room.bySender.set(sender, own);
  else room.bySender.delete(sender);
}

function endWhenSlow({ raw }: FastifyRequest, bytes: number): NodeJS.Timeout {
  const isSmall = bytes <= pace.bytes;
  let seen = raw.socket.bytesRead;
  const looks = setInterval(
    () => {
      if (raw.complete) return clearInterval(looks);
      if (isSmall || raw.socket.bytesRead - seen < pace.bytes) raw.destroy();
      seen = raw.socket.bytesRead;
    },
    isSmall ? 2 * pace.milliseconds : pace.milliseconds,
  ).unref();
  return looks;
}
