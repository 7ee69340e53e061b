import { afterAll, beforeAll, describe, it } from 'vitest';
import { databasePool } from '#platform/database';
import {
  type Answer,
  ask,
  expectExactly,
  givenExam,
  givenSignedIn,
  givenWorkingCalendar,
  rowsOf,
  secondsTo,
  type SignedIn,
} from '#testing';
import { givenPerson, givenProduct, request, today } from '#testing/bookings-desk';
import { filled, givenBoard } from '#testing/post-test-desk';
import { addCandidate, addToCart, openWorld, price, submission, type World } from './world.testing.ts';

let world: World;
let browser: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  await world.bank.moveClock(await secondsTo(today));
  await givenWorkingCalendar();
  browser = await givenSignedIn(world.url);
});
afterAll(() => world.close());

/** By table: calls that draw a number for a new row of it. */
const drawing = {
  application: async () =>
    await ask(browser, 'application.submit', { body: submission(await givenExam(), await addCandidate(browser)) }),
  exam_order: async () => {
    const { applicationId } = await addToCart(browser);
    return await ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: price } });
  },
  booking: async () =>
    await ask(browser, 'booking.submit', { body: request(await givenProduct(), await givenPerson(browser)) }),
  post_test: async () => await ask(browser, 'postTest.saveDraft', { body: filled(await givenBoard(), 'review') }),
  rights_request: async () => await ask(browser, 'rights.copy', { body: { isWhole: false } }),
} satisfies Record<string, () => Promise<Answer>>;

/** Has the next row of a table get the number of one that is there; those that follow keep what was drawn for them. */
async function drawTakenOnce(table: string): Promise<void> {
  await databasePool().query(`
    create sequence tries_of_${table};
    create function take_the_first_of_${table}() returns trigger language plpgsql as $$ begin
      if nextval('tries_of_${table}') = 1 then new.code := (select code from ${table} limit 1); end if;
      return new;
    end $$;
    create trigger take_the_first before insert on ${table} for each row execute function take_the_first_of_${table}()`);
}

describe('a number that is drawn', () => {
  it.each(Object.keys(drawing) as (keyof typeof drawing)[])(
    'and that another %s has already is drawn again, and nobody hears of it [R-93]',
    async (table) => {
      const first = await drawing[table]();
      await drawTakenOnce(table);

      const second = await drawing[table]();

      expectExactly([first.status, second.status], second.text).toEqual([200, 200]);
      const [{ tries } = {}] = await rowsOf(`select last_value::integer as tries from tries_of_${table}`, []);
      expectExactly(tries).toBe(2);
    },
  );
});
