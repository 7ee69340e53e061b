import type { PostTestKind } from '@exam/contract/entities';
import { postTestKinds } from '@exam/contract/entities';
import { type ComponentTrait, componentTraits, type UciPolicy } from '@exam/contract/rules';
import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type {
  PostTestAwardTable,
  PostTestComponentTable,
  PostTestFeeTable,
  PostTestLevelTable,
  PostTestSeriesTable,
  PostTestServiceTable,
  PostTestWindowTable,
} from '#platform/tables/index';

export type Level = Selectable<PostTestLevelTable>;
export type Series = Selectable<PostTestSeriesTable>;
export type Service = Selectable<PostTestServiceTable>;
export type ServiceWindowRow = Selectable<PostTestWindowTable>;
export type Component = Omit<Selectable<PostTestComponentTable>, 'traits' | 'mandatory_in'> & {
  levelIds: string[];
  traits: ComponentTrait[];
  mandatoryIn: PostTestKind[];
};
export type Award = Selectable<PostTestAwardTable> & { componentIds: string[] };

/** Everything that one awarding body's post-test services are chosen from. */
export type Board = {
  productId: string;
  nameEn: string;
  nameZh: string;
  awardingBodyId: string | null;
  formTemplateId: string | null;
  uciPolicy: UciPolicy;
  levels: Level[];
  series: Series[];
  services: Service[];
  fees: Selectable<PostTestFeeTable>[];
  windows: ServiceWindowRow[];
  components: Component[];
  awards: Award[];
};

/** The board of a product as it is now. @throws Refusal NOT_FOUND for a product that has none. */
export async function readBoard(tx: Tx, productId: string): Promise<Board> {
  const { rows } = await sql<Pick<Board, 'nameEn' | 'nameZh' | 'awardingBodyId' | 'formTemplateId' | 'uciPolicy'>>`
    select product.name_en as "nameEn", product.name_zh as "nameZh", product.awarding_body_id as "awardingBodyId",
      product.form_template_id as "formTemplateId", board.uci_policy as "uciPolicy"
    from post_test_board board join product on product.id = board.product_id
    where board.product_id = ${productId} and product.access = 'open'`.execute(tx);
  const head = rows[0] ?? refuse('NOT_FOUND');
  const [levels, series, services] = [
    await ofProduct(tx, 'post_test_level', productId).orderBy('sort').execute(),
    await tx
      .selectFrom('post_test_series')
      .selectAll()
      .where('product_id', '=', productId)
      .orderBy('year', 'desc')
      .orderBy('month', 'desc')
      .execute(),
    await tx
      .selectFrom('post_test_service')
      .selectAll()
      .where('product_id', '=', productId)
      .where('status', '=', 'Active')
      .orderBy('sort')
      .execute(),
  ];
  const serviceIds = services.map((service) => service.id);
  const ofServices = sql<boolean>`service_id = any(${serviceIds}::uuid[])`;
  return {
    ...head,
    productId,
    levels,
    series,
    services,
    fees: await feesInForce(tx, ofServices),
    windows: await tx.selectFrom('post_test_window').selectAll().where(ofServices).execute(),
    components: await componentsOf(tx, productId),
    awards: await awardsOf(tx, productId),
  };
}

/** The board of a service. @throws Refusal NOT_FOUND for a service that does not exist or is not offered. */
export async function readBoardOf(tx: Tx, serviceId: string): Promise<{ board: Board; service: Service }> {
  const row = await tx
    .selectFrom('post_test_service')
    .select('product_id')
    .where('id', '=', serviceId)
    .executeTakeFirst();
  const board = await readBoard(tx, row?.product_id ?? refuse('NOT_FOUND'));
  return { board, service: board.services.find((each) => each.id === serviceId) ?? refuse('NOT_FOUND') };
}

/** The fee of each service and level that took effect last. */
async function feesInForce(tx: Tx, ofServices: RawBuilder<boolean>): Promise<Selectable<PostTestFeeTable>[]> {
  return await tx
    .selectFrom('post_test_fee')
    .selectAll()
    .distinctOn(['service_id', 'level_id'])
    .where(ofServices)
    .where(sql<boolean>`effective_from <= app_now()`)
    .orderBy('service_id')
    .orderBy('level_id')
    .orderBy('effective_from', 'desc')
    .execute();
}

function ofProduct(tx: Tx, table: 'post_test_level', productId: string) {
  return tx.selectFrom(table).selectAll().where('product_id', '=', productId);
}

async function componentsOf(tx: Tx, productId: string): Promise<Component[]> {
  const rows = await tx
    .selectFrom('post_test_component as component')
    .selectAll('component')
    .select(
      sql<string[]>`array(select level_id from post_test_component_level where component_id = component.id)`.as(
        'levelIds',
      ),
    )
    .where('product_id', '=', productId)
    .orderBy('sort')
    .execute();
  return rows.map(({ traits, mandatory_in: mandatoryIn, ...row }) => ({
    ...row,
    traits: componentTraits.filter((trait) => traits.includes(trait)),
    mandatoryIn: postTestKinds.filter((kind) => mandatoryIn.includes(kind)),
  }));
}

async function awardsOf(tx: Tx, productId: string): Promise<Award[]> {
  return await tx
    .selectFrom('post_test_award as award')
    .selectAll('award')
    .select(
      sql<string[]>`array(select component_id from post_test_award_component where award_id = award.id)`.as(
        'componentIds',
      ),
    )
    .where('product_id', '=', productId)
    .orderBy('sort')
    .execute();
}
