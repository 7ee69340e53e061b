import { dependencies, faultModes } from '../faults.ts';
import { html } from './html.ts';
import { deskPage, whenText } from './layout.ts';
import type { Dependency, Fault } from '../faults.ts';
import type { Html } from './html.ts';
import type { Reader } from './layout.ts';

const HALF_HOUR = 1800;
const DAY = 86_400;

/** The clock with its presets. `problem` is shown above when the last move failed. */
export function clockPage(reader: Reader, time: { offsetSeconds: number; nowMs: number }, problem = ''): Html {
  const { clock, chinaTime } = reader.words;
  const preset = (name: string, offset: number): Html =>
    html`<form method="post" action="/clock">
      <input type="hidden" name="offsetSeconds" value="${offset}" /><button>${name}</button>
    </form>`;
  const body = html`
    <p class="soft">${clock.intro}</p>
    ${problem !== '' && html`<p class="notice" role="alert">${problem}</p>`}
    <section class="card">
      <dl>
        <dt>${clock.now} (${chinaTime})</dt>
        <dd>${whenText(reader, time.nowMs)}</dd>
        <dt>${clock.real} (${chinaTime})</dt>
        <dd>${whenText(reader, time.nowMs - time.offsetSeconds * 1000)}</dd>
      </dl>
      <p>${time.offsetSeconds === 0 ? clock.noOffset : clock.moved(time.offsetSeconds)}</p>
    </section>
    <div class="row">
      ${preset(clock.presets.halfHour, time.offsetSeconds + HALF_HOUR)}
      ${preset(clock.presets.day, time.offsetSeconds + DAY)} ${preset(clock.presets.reset, 0)}
    </div>
    <form class="row" method="post" action="/clock">
      <label>${clock.offset}<input name="offsetSeconds" inputmode="numeric" value="${time.offsetSeconds}" /></label>
      <button class="main">${clock.set}</button>
    </form>
  `;
  return deskPage(reader, 'clock', body);
}

/** The switchboard of failures. */
export function faultsPage(reader: Reader, faults: Record<Dependency, Fault>, wrong = false): Html {
  const { faults: words } = reader.words;
  const body = html`
    <p class="soft">${words.intro}</p>
    ${wrong && html`<p class="notice" role="alert">${words.wrong}</p>`}
    <section class="card">
      <dl>
        ${dependencies.map(
          (name) =>
            html`<dt>${words.dependencies[name]}</dt>
              <dd>${words.modes[faults[name].mode]}</dd>`,
        )}
      </dl>
    </section>
    <form class="row" method="post" action="/faults">
      <label
        >${words.dependency}<select name="dependency">
          ${dependencies.map((name) => html`<option value="${name}">${words.dependencies[name]}</option>`)}
        </select></label
      >
      <label
        >${words.mode}<select name="mode">
          ${faultModes.map((mode) => html`<option value="${mode}">${words.modes[mode]}</option>`)}
        </select></label
      >
      <label>${words.delay}<input name="delaySeconds" inputmode="numeric" value="0" /></label>
      <button class="main">${words.set}</button>
    </form>
  `;
  return deskPage(reader, 'faults', body);
}
