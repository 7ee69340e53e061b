import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { offices } from './data/places.ts';

/** Rooms of every venue of the demonstration, by number and seats. */
const rooms = [
  { name: '301', capacity: 36 },
  { name: '302', capacity: 24 },
  { name: '508', capacity: 12 },
] as const;

/** Writes the rooms of the venues. */
export async function writeRooms(tx: Tx, venueIds: readonly string[]): Promise<void> {
  const rows = venueIds.flatMap((venueId) => rooms.map((room) => ({ id: randomId(), venue_id: venueId, ...room })));
  await tx.insertInto('venue_room').values(rows).execute();
}

/** Writes a centre of each awarding body at each office; codes are invented. */
export async function writeCentres(
  tx: Tx,
  { officeIds, bodyIds }: { officeIds: ReadonlyMap<string, string>; bodyIds: readonly string[] },
): Promise<void> {
  const rows = bodyIds.flatMap((bodyId, body) =>
    offices.flatMap((office, at) => {
      const officeId = officeIds.get(office.code);
      if (officeId === undefined) return [];
      const city = { en: office.name.en.replace(' office', ''), zh: office.name.zh.replace('考务办公室', '') };
      return [
        {
          id: randomId(),
          code: `CN${body + 1}${String(at + 1).padStart(2, '0')}`,
          awarding_body_id: bodyId,
          office_id: officeId,
          name_en: `Examport ${city.en}`,
          name_zh: `考途${city.zh}考试中心`,
          status: 'Active' as const,
        },
      ];
    }),
  );
  await tx.insertInto('exam_centre').values(rows).execute();
}
