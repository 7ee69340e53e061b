import type { Reply } from '@exam/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogueNow, forgetCatalogue, productForOffer, routes } from '#offer/catalogue';
import { seedDemo } from '#demo';
import { randomId } from '#platform/chance';
import { inTransaction, reading } from '#platform/database';
import { createBrowser, sendAsIs, startTestApp } from '#testing/app';
import { moveClockTo } from '#testing';

let app: Awaited<ReturnType<typeof startTestApp>>;
let english: ReturnType<typeof createBrowser>;
let chinese: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  app = await startTestApp({ routes });
  await setClock('2026-11-21T02:00:00.000Z');
  await seedDemo();
  english = createBrowser(app.url);
  chinese = createBrowser(app.url, 'zh');
});
afterAll(() => app.close());
beforeEach(() => forgetCatalogue());

async function setClock(moment: string): Promise<void> {
  await moveClockTo(moment);
  forgetCatalogue();
}

function byCode(code: string, browser = english): Promise<Reply<'product.byCode'>> {
  return browser.call('product.byCode', { params: { code } });
}

/** A subject of a product by its code. */
function subjectOf(product: Reply<'product.byCode'>, code: string) {
  const subject = product.subjects.find((each) => each.code === code);
  if (!subject) throw new Error(`no subject ${code}`);
  return subject;
}

describe('product lines', () => {
  it('hold exams and what comes after them, by the category that drives the flow [R-88 enum:ProductType.*]', async () => {
    const products = (await english.call('product.lines', {})).flatMap((line) => line.products);

    const types = new Set(products.map(({ category, productType }) => `${category}: ${productType}`));
    expect(types).toEqual(new Set(['Public: Test', 'Booking: Test', 'PostTest: PostTest']));
  });

  it('stand in their order with their products, archived ones left out [call:product.lines field:ProductLine.*]', async () => {
    // when
    const lines = await english.call('product.lines', {});
    const [accountancy] = lines;

    // then
    expect(lines.map((line) => line.lineCategory)).toContain('PostResults');
    expect(accountancy).toMatchObject({
      id: expect.any(String),
      nameEn: 'Professional accountancy',
      nameCn: '专业会计',
      isDisplayOnHomeEnabled: true,
      detailUrlEn: '/help/group-application',
      detailUrlCn: '/help/group-application',
      lineCategory: 'Professional',
    });
    expect(accountancy?.products.map((product) => product.code)).toEqual(['acca', 'fia', 'acca-group']);
    expect(lines.flatMap((line) => line.products).map((product) => product.access)).not.toContain('archived');
    expect(lines.filter((line) => !line.isDisplayOnHomeEnabled)).toEqual([]);
  });
});

describe('products', () => {
  it('say what they are in the reader’s language, and nothing that is the staff’s own [call:product.byCode field:Product.* R-60]', async () => {
    // when
    const [en, zh] = await Promise.all([byCode('delta-module-one'), byCode('delta-module-one', chinese)]);

    // then
    expect(en).toMatchObject({
      id: expect.any(String),
      productName: 'Delta Module One',
      nameEn: 'Delta Module One',
      nameCn: 'Delta 模块一',
      code: 'delta-module-one',
      awardingBodyId: expect.any(String),
      awardingBodyName: 'Cambridge English',
      createBy: null,
      category: 'Public',
      access: 'open',
    });
    expect([zh.productName, zh.awardingBodyName]).toEqual(['Delta 模块一', '剑桥英语考评部']);
    expect(en.productOfficeWBS.map((office) => office.wbs)).toEqual([null, null]);
    expect(en.subjects.map((subject) => subject.setCode)).toEqual(['MODULE-ONE', 'MODULE-ONE']);
  });

  it('tell the lowest price of a line, a set being one, the next deadline and the next exam; never from behind a code', async () => {
    // when
    const products = await english.call('product.all', {});
    const of = (code: string) => products.find((product) => product.code === code);

    // then
    expect(of('delta-module-one')?.fromFen).toBe(315_695);
    expect(of('tkt')).toMatchObject({
      fromFen: 100_700,
      nextDeadline: expect.any(String),
      nextExamDate: expect.any(String),
    });
    expect(of('university-exam')).toMatchObject({ access: 'open', fromFen: null, nextExamDate: null });
    expect(of('results-pearson')).toMatchObject({
      access: 'open',
      fromFen: null,
      nextDeadline: expect.any(String),
      nextExamDate: null,
    });
    expect(of('ucat')).toMatchObject({ access: 'external', externalUrl: 'https://www.ucat.ac.uk', subjects: [] });
  });

  it('tell the date of the nearest session that can be booked, with its own deadline', async () => {
    // given: the nearest session of TKT is full, the one after it closes later
    const products = await english.call('product.all', {});
    const tkt = products.find((product) => product.code === 'tkt');
    const { rows } = await reading((tx) =>
      sql<{ id: string; date: string; deadline: string }>`
        select id, exam_date::text as date, publish_end_at as deadline from exam_session
        where product_id = ${tkt?.id ?? ''} and status = 'Published' and not is_exclusive and booking_id is null
          and publish_start_at <= app_now() and publish_end_at > app_now() and seat > registered
        order by exam_date, publish_end_at, id`.execute(tx),
    );
    const next = rows.find(({ date }) => date > (rows[0]?.date ?? ''));
    const full = rows.filter(({ date }) => date === rows[0]?.date).map(({ id }) => id);
    const offer = () =>
      reading((tx) =>
        sql`select next_exam_date::text as date, next_deadline_at as deadline from product_offer
          where product_id = ${tkt?.id ?? ''}`.execute(tx),
      );

    // when
    const before = (await offer()).rows;
    await inTransaction((tx) =>
      sql`update exam_session set registered = seat where id = any(${full}::uuid[])`.execute(tx),
    );
    const after = (await offer()).rows;

    // then
    expect(before).toEqual([{ date: rows[0]?.date, deadline: rows[0]?.deadline }]);
    expect(after).toEqual([{ date: next?.date, deadline: next?.deadline }]);
  });

  it('are all listed, in order, except archived ones, which are still found by their code [call:product.all R-56]', async () => {
    // when
    const products = await english.call('product.all', {});
    const archived = await byCode('admission-tests-2025');

    // then
    expect(products.map((product) => product.code)).not.toContain('admission-tests-2025');
    expect(archived).toMatchObject({ access: 'archived', registrationTemplateNumber: 'rt1011' });
  });

  it('are found by their code in letters of either case [call:product.byCode]', async () => {
    expect((await byCode('TKT')).id).toBe((await byCode('tkt')).id);
  });

  it('are unknown by an unknown code', async () => {
    expect((await english.send('GET', '/api/product/code/none')).status).toBe(404);
  });

  it('can be registered for while they are open only', async () => {
    // given
    const { id: openId } = await byCode('tkt');
    const { id: closedId } = await byCode('admission-tests-2025');

    // when
    const offer = (id: string) => reading((tx) => productForOffer(tx, id));

    // then
    expect((await offer(openId)).code).toBe('tkt');
    await expect(offer(closedId)).rejects.toMatchObject({ code: 'PRODUCT_NOT_OPEN', status: 412 });
    await expect(offer(randomId())).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('subjects', () => {
  it('are those of one candidate type or all; inactive ones are not offered [call:subject.all field:Subject.* R-87]', async () => {
    // given
    const group = await byCode('acca-group');
    const tkt = await byCode('tkt');

    // when
    const fia = await chinese.call('subject.all', { body: { productId: group.id, candidateType: 'FIA' } });
    const all = await english.call('subject.all', { body: { productId: group.id } });
    const modules = await english.call('subject.all', { body: { productId: tkt.id } });

    // then
    expect(fia[0]).toMatchObject({
      id: expect.any(String),
      subjectName: '商业与科技（FIA）',
      nameEn: 'Business and Technology (FIA)',
      nameCn: '商业与科技（FIA）',
      sort: 3,
      candidateTypes: ['FIA'],
    });
    expect(fia.map((subject) => subject.code)).toEqual(['FBT', 'FMA', 'FFA']);
    expect(all).toHaveLength(6);
    expect(modules.map((subject) => subject.code)).toEqual(['M1', 'M2', 'M3', 'CLIL']);
  });

  it('of the redesigned structure appear with their first session; over ones disappear', async () => {
    // given
    const codesOf = async (code: string) => (await byCode(code)).subjects.map((subject) => subject.code);

    // when
    const [acca, fia] = await Promise.all([codesOf('acca'), codesOf('fia')]);
    await setClock('2027-07-02T02:00:00.000Z');
    const afterwards = await codesOf('acca');
    await setClock('2026-11-21T02:00:00.000Z');

    // then
    expect(acca).toEqual(expect.arrayContaining(['BT', 'SBL', 'K1']));
    expect(fia).not.toContain('F1');
    expect(afterwards).toEqual(['K1', 'K2', 'K3', 'E1', 'E2', 'E3', 'E4', 'E5']);
  });

  it('are split by candidate type, without overlap; a product without a split has none [call:candidate.types R-87 rule:exam.ACCA_and_FIA_subjects_split]', async () => {
    // given
    const [group, tkt] = await Promise.all([byCode('acca-group'), byCode('tkt')]);

    // when
    const types = await english.call('candidate.types', { query: { productId: group.id } });
    const [fiaOnly] = await english.call('candidate.types', { query: { productId: group.id, candidateType: 'FIA' } });
    const none = await english.call('candidate.types', { query: { productId: tkt.id } });
    const everywhere = await english.call('candidate.types', { query: {} });

    // then
    expect(types.map((type) => [type.candidateType, type.subjectIds.length])).toEqual([
      ['ACCA', 3],
      ['FIA', 3],
    ]);
    expect(new Set(types.flatMap((type) => type.subjectIds)).size).toBe(6);
    expect(fiaOnly?.candidateType).toBe('FIA');
    expect(none).toEqual([]);
    expect(everywhere.map((type) => type.candidateType).toSorted()).toEqual(['ACCA', 'FIA']);
  });
});

describe('places', () => {
  it('cities are those of the offices that sell a product, each with its office [call:lookup.cities field:City.* R-89]', async () => {
    // given
    const delta = await byCode('delta-module-one');

    // when
    const all = await chinese.call('lookup.cities', { query: {} });
    const ofDelta = await english.call('lookup.cities', { query: { productId: delta.id } });

    // then
    expect(all).toHaveLength(15);
    expect(all[0]).toMatchObject({ id: expect.any(String), name: '北京', office: { name: '北京考务办公室' } });
    expect(new Set(ofDelta.map((city) => city.office?.name))).toEqual(new Set(['Beijing office', 'Shanghai office']));
  });

  it('offices are in their order, and each has its cities [call:lookup.offices call:lookup.citiesOfOffice field:Office.*]', async () => {
    // when
    const offices = await english.call('lookup.offices', {});
    const cities = await english.call('lookup.citiesOfOffice', { params: { officeid: offices[2]?.id ?? '' } });

    // then
    expect(offices.map((office) => [office.name, office.sortNum])).toEqual([
      ['Beijing office', 0],
      ['Shanghai office', 1],
      ['Guangzhou office', 2],
      ['Chongqing office', 3],
    ]);
    expect(cities.map((city) => city.name)).toEqual(['Guangzhou', 'Shenzhen', 'Changsha']);
  });

  it('a subject has the cities with a session of it to come [call:lookup.citiesOfSubject]', async () => {
    // given
    const delta = subjectOf(await byCode('delta-module-one'), 'P1');
    const later = subjectOf(await byCode('university-exam'), 'ANY');

    // when
    const cities = await english.call('lookup.citiesOfSubject', { params: { subjectId: delta.id } });
    const none = await english.call('lookup.citiesOfSubject', { params: { subjectId: later.id } });

    // then
    expect(cities.map((city) => city.name)).toEqual(['Beijing', 'Shanghai']);
    expect(none).toEqual([]);
  });

  it.each(['/api/city/subject/', '/api/city/office/', '/api/city/all?productId='])(
    '%s answers 404 for an unknown id',
    async (path) => {
      expect((await english.send('GET', path + randomId())).status).toBe(404);
    },
  );
});

describe('the catalogue that everybody is told alike', () => {
  const lines = '/api/product/all_with_products';
  const accountancy = 'Professional accountancy';
  const asking = (headers: Record<string, string>) => sendAsIs(app.url + lines, { method: 'GET', headers });
  const hide = async (isArchived: boolean) => {
    const change = { is_archived: isArchived };
    await inTransaction((tx) =>
      tx.updateTable('product_line').set(change).where('name_en', '=', accountancy).execute(),
    );
    forgetCatalogue();
  };

  it.each(['br', 'gzip'])('comes compressed by %s to who can read it so, the same and far shorter', async (coding) => {
    const plain = await asking({ 'accept-encoding': 'identity' });
    const packed = await asking({ 'accept-encoding': `${coding}, deflate` });

    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe(coding);
    expect(packed.headers.get('vary')).toBe('Accept-Encoding, Accept-Language');
    expect(packed.text).toBe(plain.text);
    const [short, long] = [packed, plain].map(({ headers }) => Number(headers.get('content-length')));
    expect(short).toBeLessThan((long ?? 0) / 4);
  });

  it('is not sent again to a browser that has it, in its language, and is once it has changed', async () => {
    const first = await asking({});
    const tag = first.headers.get('etag') ?? '';
    const again = await asking({ 'if-none-match': tag });
    const inChinese = await asking({ 'if-none-match': tag, 'accept-language': 'zh' });
    await hide(true);
    const without = await asking({ 'if-none-match': tag });
    await hide(false);
    const back = await asking({ 'if-none-match': tag });

    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect([again.status, again.text]).toEqual([304, '']);
    expect([inChinese.status, without.status, back.status]).toEqual([200, 200, 304]);
    expect([first, without].map(({ text }) => text.includes(accountancy))).toEqual([true, false]);
  });

  it('is all that is kept: a refusal is neither kept by a browser nor compressed', async () => {
    const own = await sendAsIs(`${app.url}/api/product/code/none`, {
      method: 'GET',
      headers: { 'accept-encoding': 'br' },
    });

    expect(own.headers.get('cache-control')).toBe('no-store');
    expect([own.headers.get('etag'), own.headers.get('content-encoding')]).toEqual([null, null]);
  });
});

describe('the shared reading of the catalogue', () => {
  it('is not asked for inside another reading, which would hold two connections [C4]', async () => {
    await catalogueNow();

    await expect(reading(() => catalogueNow())).rejects.toThrow(/holds a connection/);
  });

  it('is used again for a moment, and renewed at once when it lacks what is asked', async () => {
    // given
    const first = await catalogueNow();
    const second = await catalogueNow();

    // when
    await inTransaction(async (tx) => {
      const line = await tx.selectFrom('product_line').select('id').executeTakeFirstOrThrow();
      const words = { name_en: 'New', name_zh: '新考试', summary_en: '', summary_zh: '' };
      const row = {
        id: randomId(),
        line_id: line.id,
        code: 'new-exam',
        category: 'Public',
        access: 'open',
        sort: 99,
      } as const;
      await tx
        .insertInto('product')
        .values({ ...row, ...words, last_modified_at: '2026-11-21T00:00:00.000Z' })
        .execute();
    });
    const renewed = await byCode('new-exam');

    // then
    expect(second).toBe(first);
    expect(renewed.nameCn).toBe('新考试');
  });
});
