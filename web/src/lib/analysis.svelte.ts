import { analyse, RequestFailed } from './api';
import { t } from './i18n.svelte';
import { sleep } from './time';
import type { AnalysisNews, JudgementView, SeatSummaryView } from './wire';

/** How often a line that breaks without bringing anything is picked up again; the server keeps what is done. */
const ATTEMPTS = 3;
const PAUSE = 800;

export type Stand = 'none' | 'asking' | 'queued' | 'running' | 'done' | 'failed';

/** An analysis on the screen, as far as it has come. */
export class RunningAnalysis {
  stand = $state<Stand>('none');
  /** Matches that are looked at first. */
  ahead = $state(0);
  done = $state(0);
  total = $state(0);
  judgements = $state.raw<JudgementView[]>([]);
  summaries = $state.raw<SeatSummaryView[]>([]);
  problem = $state('');
  private hangUp: AbortController | null = null;

  constructor(private readonly id: string) {}

  /** Something is going on, or has come of it. */
  get open(): boolean {
    return this.stand !== 'none';
  }

  get busy(): boolean {
    return this.stand === 'asking' || this.stand === 'queued' || this.stand === 'running';
  }

  /** The judgement of the log's n-th entry. */
  of(n: number): JudgementView | null {
    return this.judgements.find((one) => one.n === n) ?? null;
  }

  /** Have the match analysed, in the language of the page; an analysis that exists comes at once. */
  async begin(): Promise<void> {
    this.hangUp?.abort();
    const mine = (this.hangUp = new AbortController());
    this.problem = '';
    this.stand = 'asking';
    for (let attempt = 1; !mine.signal.aborted; attempt += 1) {
      const before = this.done;
      try {
        await this.follow(mine.signal);
        if (!this.busy || mine.signal.aborted) return;
      } catch (error) {
        if (mine.signal.aborted) return;
        if (error instanceof RequestFailed) return this.fail(error.message);
      }
      if (this.done > before) attempt = 0; // it gets on, if with breaks
      if (attempt === ATTEMPTS) return this.fail(t('line.unreachable'));
      await sleep(PAUSE);
    }
  }

  /** Stop; what is done by then stays in sight. */
  cancel(): void {
    this.hangUp?.abort();
    this.hangUp = null;
    if (this.busy) this.stand = 'none';
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const heard: JudgementView[] = [];
    await analyse(this.id, signal, (news) => {
      if (!signal.aborted) this.hear(news, heard);
    });
  }

  private hear(news: AnalysisNews, heard: JudgementView[]): void {
    if (news.type === 'queued') {
      this.stand = 'queued';
      this.ahead = news.ahead;
    } else if (news.type === 'judged') {
      heard.push(news.judgement);
      this.stand = 'running';
      this.done = news.done;
      this.total = news.total;
      // In another language it is told from the start: until then the old words stay.
      if (heard.length >= this.judgements.length) this.judgements = [...heard];
    } else if (news.type === 'done') {
      this.stand = 'done';
      this.total = this.done = news.total;
      this.summaries = news.summaries;
      this.judgements = [...heard];
    } else {
      this.fail(news.text);
    }
  }

  private fail(text: string): void {
    this.problem = text;
    this.stand = 'failed';
  }
}
