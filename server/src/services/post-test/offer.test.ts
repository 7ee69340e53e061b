import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { askStaff, givenStaff, type SignedInStaff } from '#testing';
import {
  boardCloseAt,
  confirm,
  type Desk,
  fees,
  givenBoard,
  givenDraft,
  givenPaid,
  openDesk,
  openFrom,
  today,
} from '#testing/post-test-desk';

let desk: Desk;
let officer: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.moveTo(today);
  officer = await givenStaff(desk.server.consoleUrl, { roles: ['postResultsOfficer'] });
});

const offerOf = async (productId: string) =>
  (await askStaff(officer, 'postTests.offer', { params: { productId } })).body as {
    services: { id: string; levels: { id: string; fees: { localFee: number }[] }[]; windows: { seriesId: string }[] }[];
  };
const reason = 'The awarding body has published its dates';

describe('the ages of a service', () => {
  it('are lifted for adults who sit again, and put back, each once [R-82]', async () => {
    const board = await givenBoard();
    const serviceId = board.services.lateCashIn;
    const ask = async () => {
      const draft = await givenDraft(desk, 'lateCashIn', { board, birthday: '1985-03-07' });
      return (await confirm(draft)).body['fieldCodes'];
    };
    const set = async (isAgeLimited: boolean) =>
      (
        await askStaff(officer, 'postTests.setAgeLimit', {
          body: { serviceId, isAgeLimited, reason: 'Adults sit again this series.' },
        })
      ).status;

    const before = await ask();
    const lifted = [await set(false), await set(false)];
    const adult = await ask();
    const limited = await set(true);

    expect(before).toEqual({ birthday: 'POST_TEST_AGE' });
    expect([lifted, limited]).toEqual([[204, 409], 204]);
    expect(adult).toBeUndefined();
    expect(await ask()).toEqual(before);
    const { rows } = await databasePool().query(
      `select before, after from audit_entry where action = 'postTest.setAgeLimit' order by at`,
    );
    expect(rows).toEqual([
      { before: { isAgeLimited: true }, after: { isAgeLimited: false } },
      { before: { isAgeLimited: false }, after: { isAgeLimited: true } },
    ]);
  });
});

describe('the window of a service', () => {
  it('is moved by one member of staff, and what waits to be sent takes the new closing along [R-85]', async () => {
    const asked = await givenPaid(desk);
    const { services, series } = asked.board;
    const moved = {
      serviceId: services.review,
      seriesId: series.open,
      version: 1,
      openFrom,
      closeAt: '2026-12-03T09:00:00.000Z',
      boardCloseAt: '2026-12-08T15:00:00.000Z',
      reason,
    };
    const save = async (changes: object) => {
      const { status, body } = await askStaff(officer, 'postTests.saveWindow', { body: { ...moved, ...changes } });
      return [status, body['fieldCodes'] ?? body['code'] ?? null];
    };
    const early = await save({ closeAt: '2026-11-09T09:00:00.000Z' });
    const late = await save({ closeAt: '2026-12-05T09:00:00.000Z' });
    const good = await save({});
    const again = await save({});
    const { rows } = await databasePool().query<{ due: string }>(
      `select due_at as due from work_item where object_id = $1 and closed_at is null`,
      [asked.id],
    );
    expect(early).toEqual([412, { closeAt: 'WINDOW_ORDER' }]);
    expect(late).toEqual([412, { closeAt: 'WINDOW_TOO_LATE' }]);
    expect([good[0], again]).toEqual([204, [409, 'VERSION_CONFLICT']]);
    expect(rows).toEqual([{ due: '2026-12-08T15:00:00.000Z' }]);
    const listed = await offerOf(asked.board.productId);
    expect(listed.services.find(({ id }) => id === services.review)?.windows).toContainEqual({
      seriesId: series.open,
      version: 2,
      openFrom: moved.openFrom,
      closeAt: moved.closeAt,
      boardCloseAt: moved.boardCloseAt,
    });
  });

  it('opens in a series that staff add, once for each month [R-85]', async () => {
    const board = await givenBoard();
    const { productId } = board;
    const series = { productId, month: '2027-06', nameEn: ' June 2027 ', nameZh: '2027年6月', reason };
    const add = async (body: object) => {
      const answer = await askStaff(officer, 'postTests.addSeries', { body });
      return [answer.status, answer.body['fieldCodes'] ?? null];
    };

    const added = await add(series);
    const again = await add({ ...series, nameEn: 'Summer 2027' });
    const elsewhere = await add({ ...series, productId: board.services.review });
    const nameless = await add({ ...series, month: '2027-07', nameZh: ' ' });
    const { body } = await askStaff(officer, 'postTests.offer', { params: { productId } });
    const [newest] = (body as { series: { id: string; nameEn: string; nameZh: string }[] }).series;
    const opened = await askStaff(officer, 'postTests.saveWindow', {
      body: {
        serviceId: board.services.review,
        seriesId: newest?.id,
        openFrom: '2027-08-10T01:00:00.000Z',
        closeAt: '2027-09-10T09:00:00.000Z',
        boardCloseAt: '2027-09-20T15:00:00.000Z',
        reason,
      },
    });

    expect([added, again]).toEqual([
      [204, null],
      [412, { month: 'SERIES_EXISTS' }],
    ]);
    expect([elsewhere[0], nameless[0], opened.status]).toEqual([404, 412, 204]);
    expect(newest).toMatchObject({ nameEn: 'June 2027', nameZh: '2027年6月' });
  });

  it('opens a service in a series that had none', async () => {
    const board = await givenBoard();
    await databasePool().query('delete from post_test_window where service_id = $1 and series_id = $2', [
      board.services.review,
      board.series.open,
    ]);
    const closed = await confirm(await givenDraft(desk, 'review', { board }));
    const wish = { serviceId: board.services.review, seriesId: board.series.open, openFrom };
    const opened = await askStaff(officer, 'postTests.saveWindow', {
      body: { ...wish, closeAt: '2026-12-10T09:00:00.000Z', boardCloseAt, reason },
    });
    const open = await confirm(await givenDraft(desk, 'review', { board }));
    expect([closed.body['code'], opened.status, open.status]).toEqual(['SERVICE_WINDOW_CLOSED', 204, 200]);
  });
});

describe('the fees of a service', () => {
  it('are proposed by one, agreed to by another who publishes the catalogue, and hold from their day on [S-16 R-85]', async () => {
    const board = await givenBoard();
    const wish = {
      serviceId: board.services.review,
      levelId: board.levels.al,
      localFee: 25_000,
      boardFee: 50_000,
      vat: 4500,
      effectiveFrom: '2026-11-25',
      reason: 'New fees of the board',
    };
    const past = await askStaff(officer, 'postTests.proposeFees', { body: { ...wish, effectiveFrom: '2026-11-20' } });
    const proposed = await askStaff(officer, 'postTests.proposeFees', { body: wish });
    const params = { id: String(proposed.body['proposalId']) };
    const own = await askStaff(officer, 'approvals.approve', { params, body: {} });
    const publisher = await givenStaff(desk.server.consoleUrl, { roles: ['cataloguePublisher'] });
    const agreed = await askStaff(publisher, 'approvals.approve', { params, body: {} });
    const planned = (await offerOf(board.productId)).services.find(({ id }) => id === board.services.review);
    const before = await givenDraft(desk, 'review', { board });
    await desk.moveTo('2026-11-24T16:00:01.000Z');
    const after = await givenDraft(desk, 'review', { board });

    expect(past.body['fieldCodes']).toEqual({ effectiveFrom: 'EFFECTIVE_PAST' });
    expect([own.status >= 400, agreed.status]).toEqual([true, 204]);
    expect(planned?.levels.find(({ id }) => id === board.levels.al)?.fees.map(({ localFee }) => localFee)).toEqual([
      20_000, 25_000,
    ]);
    expect([before.fee, after.fee]).toEqual([fees.total, 79_500]);
  });
});
