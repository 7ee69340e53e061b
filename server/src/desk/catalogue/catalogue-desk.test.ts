import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { forgetCatalogue, routes as catalogueRoutes } from '#offer/catalogue';
import { randomCode, randomId } from '#platform/chance';
import { createBrowser, type TestApp } from '#testing/app';
import { ask, giveBody, givenBody, givenOffice, givenStaff, openTestConsole, type TestExam } from '#testing';
import { type Desk, deskOf, givenCatalogue, refusalOf, sqlRow, why } from '#testing/catalogue-desk';
import { staffRoutes } from './index.ts';

let server: TestApp;
let exam: TestExam;
let editor: Desk;
let publisher: Desk;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...approvalRoutes], routes: catalogueRoutes });
});
afterAll(() => server.close());
beforeEach(async () => {
  exam = await givenCatalogue();
  editor = deskOf(await givenStaff(server.consoleUrl, { roles: ['catalogueEditor'], name: 'Bian Ji' }));
  publisher = deskOf(await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'], name: 'Fa Bu' }));
});

/** The product as a visitor's browser reads it. */
async function portalProduct(language: 'en' | 'zh' = 'en') {
  const { text } = await ask(createBrowser(server.url), 'product.all', { headers: { 'accept-language': language } });
  const list = JSON.parse(text) as Record<string, unknown>[];
  return list.find(({ id }) => id === exam.productId) ?? {};
}

describe('a draft of the catalogue', () => {
  it('is seen by nobody outside until it is published, then at once, and running wizards notice [R-57]', async () => {
    const { productId: id } = exam;
    await sqlRow(`update product set last_modified_at = '2026-01-01T00:00:00.000Z' where id = $1`, [id]);
    await editor.save('product', id, {
      nameEn: 'Renamed',
      nameZh: '改名',
      specialNoticeEn: 'New.',
      specialNoticeZh: '新。',
    });
    const meanwhile = await portalProduct();
    const published = await publisher.publish('product', id);
    const [english, chinese] = [await portalProduct(), await portalProduct('zh')];

    expect([meanwhile['productName'], meanwhile['lastModifiedOn']]).toEqual(['Exam', '2026-01-01T00:00:00.000Z']);
    expect(published.body).toEqual({ isInForce: true });
    expect([english['productName'], chinese['productName'], chinese['specialNoticeCn']]).toEqual([
      'Renamed',
      '改名',
      '新。',
    ]);
    expect(String(english['lastModifiedOn']) > '2026-01-01T00:00:00.000Z').toBe(true);
  });

  it('of a subject moves the date of its product too [R-57]', async () => {
    await sqlRow(`update product set last_modified_at = '2026-01-01T00:00:00.000Z' where id = $1`, [exam.productId]);
    await editor.save('subject', exam.subjectIds[0] ?? '', { nameEn: 'Taxation', nameZh: '税务' });
    await publisher.publish('subject', exam.subjectIds[0] ?? '');
    const product = await portalProduct('zh');

    expect(product['subjects']).toMatchObject([{ subjectName: '税务', nameEn: 'Taxation' }]);
    expect(String(product['lastModifiedOn']) > '2026-01-01T00:00:00.000Z').toBe(true);
  });

  it('saved by two at once is saved by one; the other is told [S-1]', async () => {
    const { productId: id } = exam;
    const other = deskOf(await givenStaff(server.consoleUrl, { roles: ['catalogueEditor'] }));
    const first = await Promise.all(
      [editor, other].map((desk) => desk.save('product', id, { nameEn: randomCode(6) }, { version: null })),
    );
    const second = await Promise.all(
      [editor, other].map((desk) => desk.save('product', id, { nameEn: randomCode(6) }, { version: 1 })),
    );
    const stale = await publisher.send(
      'catalogue.publish',
      { kind: 'product', id },
      { version: 1, effectiveFrom: null, reason: why },
    );

    for (const answers of [first, second])
      expect(answers.map(refusalOf).toSorted()).toEqual(['200', '409 VERSION_CONFLICT']);
    expect(refusalOf(stale)).toBe('409 VERSION_CONFLICT');
  });

  it('is published by one of two at once', async () => {
    await editor.save('product', exam.productId, { nameEn: 'Renamed' });
    const other = deskOf(await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'] }));
    const answers = await Promise.all([publisher, other].map((desk) => desk.publish('product', exam.productId)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await publisher.page('product', exam.productId)).published?.nameEn).toBe('Renamed');
  });

  it('keeps only what differs, is given up without a trace in the portal, and needs a difference', async () => {
    const { productId: id } = exam;
    const nothing = await editor.save('product', id, {});
    await editor.save('product', id, { nameEn: 'Renamed' });
    const { draft } = await editor.page('product', id);
    const discarded = await editor.send('catalogue.discard', { kind: 'product', id }, { version: 1 });

    expect(refusalOf(nothing)).toBe('412 DRAFT_EMPTY');
    expect(draft).toMatchObject({
      changed: ['nameEn'],
      editors: ['Bian Ji'],
      isOwn: true,
      problems: [],
      needsSecondPerson: false,
    });
    expect(discarded.status).toBe(204);
    expect((await editor.page('product', id)).draft).toBeNull();
    expect(await portalProduct()).toMatchObject({ productName: 'Exam' });
  });

  it('with something missing is kept, told what, and not published', async () => {
    const { productId: id } = exam;
    await editor.save('product', id, { summaryZh: '', specialNoticeEn: 'Only English.' });
    const { draft } = await editor.page('product', id);

    const refused = ['summaryZh:CATALOGUE_NEEDED', 'specialNoticeZh:CATALOGUE_BOTH_LANGUAGES'];
    expect(draft?.problems.map(({ field }) => field)).toEqual(['summaryZh', 'specialNoticeZh']);
    expect(
      refusalOf(await publisher.publish('product', id))
        .split(' ')
        .toSorted(),
    ).toEqual(['412', 'FIELDS', ...refused].toSorted());
    expect(refusalOf(await editor.ask('product', id))).toContain('412 FIELDS');
  });
});

describe('something new in the catalogue', () => {
  it('goes from draft to portal: line, product, subject, then open', async () => {
    const code = randomCode(8);
    const line = await editor.create({ ...(await lineOf()), code: `L${code}` });
    await publisher.publish('line', String(line.body['id']));
    const old = await editor.contentOf('product', exam.productId);
    const made = await editor.create({
      ...old,
      code: `P${code}`,
      lineId: String(line.body['id']),
      access: 'opensSoon',
    });
    const id = String(made.body['id']);
    await publisher.publish('product', id);
    await editor.save('product', id, { access: 'open' });
    const tooSoon = await publisher.publish('product', id);
    const subject = await editor.contentOf('subject', exam.subjectIds[0] ?? '');
    const paper = await editor.create({ ...subject, productId: id, code: 'NEW1' });
    await publisher.publish('subject', String(paper.body['id']));
    const opened = await publisher.publish('product', id);
    const { body } = await ask(createBrowser(server.url), 'product.byCode', { params: { code: `P${code}` } });

    expect(refusalOf(tooSoon)).toBe('412 FIELDS access:PRODUCT_WITHOUT_SUBJECTS');
    expect(opened.status).toBe(200);
    expect(body).toMatchObject({ id, access: 'open', subjects: [{ code: 'NEW1' }] });
  });

  it('has a code of its own that stays, and names only what there is', async () => {
    const old = await editor.contentOf('product', exam.productId);
    const twin = await editor.create({ ...old, code: old.code.toLowerCase(), access: 'opensSoon' });
    const lost = await editor.create({ ...old, code: randomCode(8), lineId: randomId(), access: 'opensSoon' });
    await editor.save('product', exam.productId, { code: randomCode(8), category: 'PostTest' });

    expect(refusalOf(await publisher.publish('product', String(twin.body['id'])))).toBe('412 FIELDS code:CODE_TAKEN');
    expect(refusalOf(await publisher.publish('product', String(lost.body['id'])))).toBe(
      '412 FIELDS lineId:CATALOGUE_UNKNOWN',
    );
    const fixed = refusalOf(await publisher.publish('product', exam.productId));
    expect(fixed).toContain('code:CATALOGUE_FIXED');
    expect(fixed).toContain('category:CATALOGUE_FIXED');
  });
});

async function lineOf() {
  const { line_id: id } = await sqlRow('select line_id from product where id = $1', [exam.productId]);
  return await editor.contentOf('line', String(id));
}

describe('a line that is over', () => {
  it('ends after its products, leaves the portal, takes no new ones, and may come back [R-89 call:POST /api/staff/catalogue/{kind}/{id}/publish]', async () => {
    const { line_id: found } = await sqlRow('select line_id from product where id = $1', [exam.productId]);
    const lineId = String(found);
    const code = randomCode(8);
    await sqlRow('update product_line set code = $2 where id = $1', [lineId, code]);
    const shown = async () => {
      const { text } = await ask(createBrowser(server.url), 'product.lines');
      return (JSON.parse(text) as { id: string }[]).some(({ id }) => id === lineId);
    };
    await editor.save('line', lineId, { isArchived: true });
    const early = await publisher.publish('line', lineId);
    await sqlRow(`update product set access = 'archived' where line_id = $1`, [lineId]);
    forgetCatalogue();
    const before = await shown();
    const ended = await publisher.publish('line', lineId);
    const after = await shown();
    await editor.save('product', exam.productId, { access: 'opensSoon' });
    const late = await publisher.publish('product', exam.productId);
    const listed = await publisher.send('catalogue.search', {}, { search: code, state: 'Archived' });
    await editor.save('line', lineId, { isArchived: false });
    await publisher.publish('line', lineId);

    expect(refusalOf(early)).toBe('412 FIELDS isArchived:LINE_HAS_PRODUCTS');
    expect([before, ended.status, after]).toEqual([true, 200, false]);
    expect(refusalOf(late)).toBe('412 FIELDS lineId:LINE_ARCHIVED');
    expect(listed.body['list']).toMatchObject([{ id: lineId, kind: 'line', isArchived: true, state: 'Archived' }]);
    expect(await shown()).toBe(true);
  });
});

describe('what people hold or could buy', () => {
  it('keeps its product, office and subject in use', async () => {
    const subjectId = exam.subjectIds[0] ?? '';
    const office = { officeId: await givenOffice(), wbs: null, bookingPlaces: null };
    await editor.save('product', exam.productId, { access: 'archived' });
    const archived = await publisher.publish('product', exam.productId);
    await editor.save('product', exam.productId, { access: 'open', offices: [office] });
    const moved = await publisher.publish('product', exam.productId);
    await editor.save('subject', subjectId, { status: 'Inactive' });
    const ended = await publisher.publish('subject', subjectId);
    await editor.save('subject', subjectId, { status: 'Active', validTo: '2026-01-01' });
    const tooEarly = await publisher.publish('subject', subjectId);
    await sqlRow(`update exam_session set status = 'Withdrawn' where id = $1`, [exam.sessionId]);

    expect(refusalOf(archived)).toBe('412 FIELDS access:PRODUCT_HAS_SESSIONS');
    expect(refusalOf(moved)).toBe('412 FIELDS offices:OFFICE_HAS_SESSIONS');
    expect(refusalOf(ended)).toBe('412 FIELDS status:SUBJECT_HAS_SESSIONS');
    expect(refusalOf(tooEarly)).toBe('412 FIELDS validTo:SUBJECT_HAS_SESSIONS');
    expect((await publisher.publish('product', exam.productId)).status).toBe(200);
    expect((await publisher.publish('subject', subjectId)).status).toBe(200);
  });
});

describe('the history of the catalogue', () => {
  it('keeps every version with who wrote it, who published it and why, and the audit the values before and after', async () => {
    const { productId: id } = exam;
    for (const nameEn of ['First', 'Second']) {
      await editor.save('product', id, { nameEn });
      await publisher.publish('product', id);
    }
    const { body } = await editor.send('catalogue.history', { kind: 'product', id });
    const audited = await sqlRow(
      `select staff_name, reason, before, after from audit_entry where object_id = $1 and action = 'catalogue.publish' order by at desc limit 1`,
      [id],
    );

    expect(body['list']).toMatchObject([
      {
        number: 3,
        draftedBy: 'Bian Ji',
        publishedBy: 'Fa Bu',
        reason: why,
        changed: ['nameEn'],
        after: { nameEn: 'Second' },
      },
      { number: 2, before: { nameEn: 'Exam' }, after: { nameEn: 'First' } },
      { number: 1, publishedBy: null, before: null, after: { nameEn: 'Exam' } },
    ]);
    expect(audited).toMatchObject({
      staff_name: 'Fa Bu',
      reason: why,
      before: { nameEn: 'First' },
      after: { nameEn: 'Second' },
    });
  });

  it('lists what is under way by its state', async () => {
    const { productId: id } = exam;
    const states = async () => {
      const found = [];
      for (const state of ['Published', 'Draft', 'Asked', 'Planned'] as const) {
        const { body } = await editor.send('catalogue.search', {}, { productId: id, kind: 'product', state });
        if (body['recordCount'] === 1) found.push(state);
      }
      return found;
    };
    const before = await states();
    await editor.save('product', id, { nameEn: 'Renamed' });
    const drafted = await states();
    const { body } = await editor.ask('product', id);
    const asked = await states();
    await publisher.send('approvals.approve', { id: String(body['proposalId']) }, { reason: null });

    expect([before, drafted, asked]).toEqual([['Published'], ['Published', 'Draft'], ['Published', 'Draft', 'Asked']]);
    expect(await states()).toEqual(['Published']);
  });
});

describe('the preview', () => {
  it('is what the portal would answer in both languages, and changes nothing', async () => {
    const { productId: id } = exam;
    await editor.save('product', id, { nameEn: 'Renamed', nameZh: '改名' });
    const preview = async (of: string) =>
      (await editor.send('catalogue.preview', { kind: 'product', id }, { of })).body;
    const [draft, published] = [await preview('draft'), await preview('published')];
    await publisher.publish('product', id);

    expect(published).toMatchObject({ en: { productName: 'Exam' }, zh: { productName: '考试' } });
    expect(draft).toMatchObject({ en: { productName: 'Renamed' }, zh: { productName: '改名' } });
    const { lastModifiedOn: _, ...shown } = Object(draft['zh']) as Record<string, unknown>;
    expect(await portalProduct('zh')).toMatchObject(shown);
  });
});

describe('an awarding body in the catalogue', () => {
  const contact = { contactEn: 'data@board.example', contactZh: 'data@board.example' };

  it('is published by somebody else than who wrote it, is told as the new version from then on, and stands in the history [PIPL-39]', async () => {
    const id = await givenBody();
    await giveBody(exam, id);
    const all = deskOf(await givenStaff(server.consoleUrl, { roles: ['catalogueEditor', 'cataloguePublisher'] }));
    forgetCatalogue();
    const before = (await portalProduct())['recipient'];

    const saved = await all.save('body', id, { ...contact, contactEn: ' data@board.example\n' });
    const page = await all.page('body', id);
    const own = await all.publish('body', id);
    const published = await publisher.publish('body', id);
    const after = (await portalProduct())['recipient'];
    const history = await editor.send('catalogue.history', { kind: 'body', id });
    const found = await editor.send('catalogue.search', {}, { kind: 'body', search: 'The Board', pageSize: 100 });
    const entry = await sqlRow(
      `select object_kind as kind, before, after from audit_entry where action = 'catalogue.publish' and object_id = $1`,
      [id],
    );

    expect([saved.status, page.draft?.changed, page.draft?.needsSecondPerson]).toEqual([
      200,
      ['contactEn', 'contactZh'],
      true,
    ]);
    expect([refusalOf(own), refusalOf(published)]).toEqual(['412 SECOND_PERSON_NEEDED', '200']);
    expect(before).toMatchObject({ contact: 'privacy@board.example', version: 1 });
    expect(after).toMatchObject({ contact: 'data@board.example', version: 2 });
    expect(history.body['list']).toMatchObject([{ number: 2, changed: ['contactEn', 'contactZh'] }, { number: 1 }]);
    expect(found.body['list']).toContainEqual(expect.objectContaining({ kind: 'body', id, isPublished: true }));
    expect(entry).toEqual({
      kind: 'catalogueBody',
      before: { contactEn: 'privacy@board.example', contactZh: 'privacy@board.example' },
      after: contact,
    });
  });

  it('is not published while anything is missing in either language or its country is none [PIPL-39]', async () => {
    const id = await givenBody();
    const wrong = { rightsZh: null, purposeEn: ' ', country: 'QQ' };
    await editor.save('body', id, wrong);
    const refused = await publisher.publish('body', id);

    expect(refused.body['fieldCodes']).toEqual({
      purposeEn: 'CATALOGUE_NEEDED',
      rightsZh: 'CATALOGUE_NEEDED',
      country: 'CATALOGUE_COUNTRY',
    });
    expect((await editor.page('body', id)).published).toMatchObject({ country: 'GB' });
  });

  it('is described before a product of it is offered; one that is not offered may name it [PIPL-39]', async () => {
    const id = await givenBody({ means_en: null });
    await editor.save('product', exam.productId, { awardingBodyId: id });
    const refused = await publisher.publish('product', exam.productId);
    await editor.save('product', exam.productId, { awardingBodyId: id, access: 'opensSoon' });

    expect(refused.body['fieldCodes']).toEqual({ awardingBodyId: 'BODY_NOT_DESCRIBED' });
    expect(refusalOf(await publisher.publish('product', exam.productId))).toBe('200');
  });

  it('can be begun here, and is offered to products once it is published', async () => {
    const { kind: _kind, ...content } = await editor.contentOf('body', await givenBody());
    const code = randomCode(8);
    const made = await editor.create({ kind: 'body', ...content, code });
    const id = String(made.body['id']);
    const choices = async () =>
      JSON.stringify((await editor.send('catalogue.choices', {})).body['bodies']).includes(id);
    const before = await choices();
    const taken = await editor.create({ kind: 'body', ...content });
    const published = await publisher.publish('body', id);

    expect([before, refusalOf(published), await choices()]).toEqual([false, '200', true]);
    expect((await editor.page('body', String(taken.body['id']))).draft?.problems).toMatchObject([
      { code: 'CODE_TAKEN' },
    ]);
  });
});
