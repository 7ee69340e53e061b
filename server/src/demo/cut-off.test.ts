import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedDemo } from '#demo';
import { databasePool } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { moveClockTo } from '#testing';

let close: () => Promise<void>;
beforeEach(async () => {
  close = await openTestPlatform();
});
afterEach(() => close());

/** Has a load end where it comes to this table; a paid review is the last that the demonstration writes there. */
async function cutOffAt(table: string): Promise<void> {
  const when = table === 'post_test' ? `when (new.candidate_number = '3014')` : '';
  await databasePool().query(`
    create or replace function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
    create trigger cut_off before insert or update on ${table} for each row ${when} execute function cut_off()`);
}

async function written(): Promise<unknown> {
  const { rows } = await databasePool().query(`
    select (select count(*)::integer from staff_account where email = 'officer@examport.example') as officers,
      (select count(*)::integer from exam_order placed join order_item item on item.order_id = placed.id
        join post_test asked on asked.id = item.application_id where placed.pay_amount > 0) as reviews`);
  return rows[0];
}

describe('the demonstration', () => {
  it.each([
    ['before its staff', 'staff_account'],
    ['before what is asked after results', 'post_test'],
  ])('is loaded to its end by the next start when one was cut off %s [F6]', async (_, table) => {
    // given
    await moveClockTo('2026-11-20T01:30:00.000Z');
    await cutOffAt(table);
    const cutOff = await seedDemo().then(
      () => null,
      (error: unknown) => error,
    );
    await databasePool().query(`drop trigger cut_off on ${table}`);

    // when
    await seedDemo();

    // then
    expect(cutOff).not.toBeNull();
    expect(await written()).toEqual({ officers: 1, reviews: 4 });
  });

  it('is loaded once, also when all that its family asked for is another’s by now, as retention leaves it [F6]', async () => {
    await moveClockTo('2026-11-20T01:30:00.000Z');
    await seedDemo();
    await databasePool().query(
      `update post_test set account_id = (select min(id::text)::uuid from account where id <> post_test.account_id)`,
    );

    await seedDemo();

    expect(await written()).toEqual({ officers: 1, reviews: 4 });
  });
});
