/* Written by `npm run types` from the schema that the server exports. */

export type AnalysisNews = AnalysisQueued | AnalysisJudged | AnalysisDone | AnalysisFailed;
export type ClientMessage = Hello | Ping | Command;
export type ServerMessage =
  Snapshot | EntryMessage | TableMessage | SeatMoved | ChatMessage | Ack | Nack | Pong;

export interface Wire {
  Ack: Ack;
  AnalysisDone: AnalysisDone;
  AnalysisFailed: AnalysisFailed;
  AnalysisJudged: AnalysisJudged;
  AnalysisNews: AnalysisNews;
  AnalysisQueued: AnalysisQueued;
  AnswerTakeBack: AnswerTakeBack;
  AskTakeBack: AskTakeBack;
  Best: Best;
  BestList: BestList;
  BotInfo: BotInfo;
  Can: Can;
  ChangeBest: ChangeBest;
  ChatLine: ChatLine;
  ChatMessage: ChatMessage;
  ClientMessage: ClientMessage;
  Clock: Clock;
  ClockRules: ClockRules;
  Command: Command;
  ComparedResult: ComparedResult;
  Comparison: Comparison;
  Considered: Considered;
  Contribute: Contribute;
  Daily: Daily;
  DailyPlayer: DailyPlayer;
  DiagramFrame: DiagramFrame;
  DiagramList: DiagramList;
  EntryMessage: EntryMessage;
  EntrySide: EntrySide;
  Fairness: Fairness;
  ForfeitSeat: ForfeitSeat;
  Frame: Frame;
  GameInfo: GameInfo;
  GameList: GameList;
  Health: Health;
  Hello: Hello;
  HintView: HintView;
  Invitation: Invitation;
  JoinTable: JoinTable;
  JudgementView: JudgementView;
  KeyList: KeyList;
  Leave: Leave;
  LessonAt: LessonAt;
  LessonTry: LessonTry;
  LessonView: LessonView;
  Looked: Looked;
  Me: Me;
  MoveBlock: MoveBlock;
  MoveColumns: MoveColumns;
  MoveInfo: MoveInfo;
  MoveList: MoveList;
  Nack: Nack;
  NewTable: NewTable;
  OptionInfo: OptionInfo;
  OptionValue: OptionValue;
  PictureView: PictureView;
  Ping: Ping;
  Play: Play;
  PlayedDiagram: PlayedDiagram;
  Pong: Pong;
  Practised: Practised;
  PreviewMove: PreviewMove;
  PreviewView: PreviewView;
  Problem: Problem;
  PublishedKey: PublishedKey;
  PuzzleAnswer: PuzzleAnswer;
  PuzzleAt: PuzzleAt;
  PuzzleList: PuzzleList;
  PuzzleTry: PuzzleTry;
  PuzzleView: PuzzleView;
  QuickGame: QuickGame;
  Rematch: Rematch;
  Replay: Replay;
  Resign: Resign;
  Result: Result;
  RulesPage: RulesPage;
  SavedMatch: SavedMatch;
  Say: Say;
  Scene: Scene;
  SeatLink: SeatLink;
  SeatMoved: SeatMoved;
  SeatSummaryView: SeatSummaryView;
  SeatToken: SeatToken;
  SeatView: SeatView;
  SeatWish: SeatWish;
  SeenCards: SeenCards;
  SeenView: SeenView;
  ServerInfo: ServerInfo;
  ServerMessage: ServerMessage;
  SetSeat: SetSeat;
  Side: Side;
  SignatureView: SignatureView;
  Sit: Sit;
  Snapshot: Snapshot;
  Start: Start;
  TableCard: TableCard;
  TableLink: TableLink;
  TableList: TableList;
  TableMessage: TableMessage;
  TableView: TableView;
  TakeBackRequest: TakeBackRequest;
  Told: Told;
  ToldStep: ToldStep;
  Undo: Undo;
  VerdictView: VerdictView;
  WordList: WordList;
}
/**
 * Done, and on disk.
 */
export interface Ack {
  type: 'ack';
  id: string;
  n: number;
  preview?: PreviewView | null;
  table?: string | null;
}
/**
 * What a move would do, for a move that hides no chance.
 */
export interface PreviewView {
  seat: number;
  move: string;
  action: number;
  view: {
    [k: string]: unknown;
  };
  events: {
    [k: string]: unknown;
  }[];
  lines: string[];
}
/**
 * Every move is judged.
 */
export interface AnalysisDone {
  type: 'done';
  total: number;
  summaries: SeatSummaryView[];
}
/**
 * How one seat has played.
 */
export interface SeatSummaryView {
  seat: number;
  moves: number;
  best: number;
  slips: number;
  mistakes: number;
  blunders: number;
  mean_cost: number;
  mean_points: number | null;
}
/**
 * It couldn't be finished.
 */
export interface AnalysisFailed {
  type: 'failed';
  code: string;
  text: string;
}
/**
 * One more move is judged.
 */
export interface AnalysisJudged {
  type: 'judged';
  done: number;
  total: number;
  judgement: JudgementView;
}
/**
 * One move of a match, judged by what its player knew.
 */
export interface JudgementView {
  n: number;
  seat: number;
  grade: 'forced' | 'best' | 'good' | 'slip' | 'mistake' | 'blunder';
  chance_before: number;
  chance_after: number;
  chance_cost: number;
  points_cost: number | null;
  played: Considered;
  alternatives: Considered[];
  best_line: ToldStep[];
  played_line: ToldStep[];
}
/**
 * A move as the search sees it, for the seat that moves.
 */
export interface Considered {
  action: number;
  move: string;
  chance: number;
  points: number | null;
  proof: number;
  events: {
    [k: string]: unknown;
  }[];
  lines: string[];
}
/**
 * One decision of a line, in words.
 */
export interface ToldStep {
  seat: number;
  lines: string[];
}
/**
 * Others go first.
 */
export interface AnalysisQueued {
  type: 'queued';
  ahead: number;
}
/**
 * Grant or refuse the take-back that somebody asks for.
 */
export interface AnswerTakeBack {
  type: 'answer_take_back';
  seat: number;
  grant: boolean;
}
/**
 * Ask the others for a take-back; granted at once where only bots play along.
 */
export interface AskTakeBack {
  type: 'ask_take_back';
  seat: number;
}
/**
 * A game for one that this browser has played to the end.
 */
export interface Best {
  table: string;
  game: string;
  options: {
    [k: string]: string;
  };
  points: number;
  at: number;
  known_dice: boolean;
  dice: string | null;
  name: string;
  hidden: boolean;
}
/**
 * This browser's bests, the best first; by game and options at most ten.
 */
export interface BestList {
  bests: Best[];
}
/**
 * A player that can fill a seat.
 */
export interface BotInfo {
  name: string;
  title: string;
  about: string | null;
}
/**
 * What a seat may do now besides moving.
 */
export interface Can {
  undo: boolean;
  take_back: boolean;
  resign: boolean;
}
/**
 * Hide the name of an own result from those who compare, or show it.
 */
export interface ChangeBest {
  hidden: boolean;
}
/**
 * What a player said: free text, or the key of a set phrase.
 */
export interface ChatLine {
  k: number;
  at: number;
  seat: number;
  name: string;
  text: string | null;
  phrase: string | null;
}
/**
 * A new chat line.
 */
export interface ChatMessage {
  type: 'chat';
  line: ChatLine;
}
/**
 * First message, and again after a gap: `since` is the count of entries already known.
 *
 * With `since`, and few entries missed, only these come; else a snapshot.
 */
export interface Hello {
  type: 'hello';
  since?: number | null;
  said?: number | null;
  lang?: 'en' | 'hu';
}
/**
 * Heartbeat; `t` comes back in the pong.
 */
export interface Ping {
  type: 'ping';
  t?: number | null;
}
/**
 * Something to do. The same `id` twice is done once and acknowledged twice.
 */
export interface Command {
  type: 'command';
  id: string;
  n: number;
  do:
    | Play
    | PreviewMove
    | Undo
    | AskTakeBack
    | AnswerTakeBack
    | Resign
    | Say
    | Sit
    | Leave
    | SetSeat
    | ForfeitSeat
    | Contribute
    | Start
    | Rematch;
}
/**
 * Play a move: its action id or its notation.
 */
export interface Play {
  type: 'play';
  seat: number;
  move: number | string;
}
/**
 * Ask what a move would do, without playing it. The ack carries a `preview`.
 */
export interface PreviewMove {
  type: 'preview';
  seat: number;
  move: number | string;
}
/**
 * Take the own last step back, where that is free.
 */
export interface Undo {
  type: 'undo';
  seat: number;
}
/**
 * Give up.
 */
export interface Resign {
  type: 'resign';
  seat: number;
}
/**
 * A chat line: free text, or the key of a set phrase.
 */
export interface Say {
  type: 'say';
  text?: string | null;
  phrase?: string | null;
}
/**
 * Take an open seat, or change the own name on it.
 */
export interface Sit {
  type: 'sit';
  seat: number;
  name?: string;
}
/**
 * Get up from an own seat. In a running match a bot then plays on.
 */
export interface Leave {
  type: 'leave';
  seat: number;
}
/**
 * The host arranges a seat before the start: open, a bot, or one more on the own device.
 *
 * During the match: `bot` for a player who is gone (see `away`), and `me` by the seat's holder
 * to take it back from the bot that stands in.
 */
export interface SetSeat {
  type: 'set_seat';
  seat: number;
  who: 'me' | 'device' | 'open' | 'bot';
  bot?: string | null;
  name?: string;
}
/**
 * The host ends a player's part who is gone (see `away`).
 */
export interface ForfeitSeat {
  type: 'forfeit';
  seat: number;
}
/**
 * Add to the seed, after seeing its commitment; also says "ready". Empty adds nothing.
 */
export interface Contribute {
  type: 'contribute';
  seat: number;
  text?: string;
}
/**
 * The host starts the match; every seat must be filled.
 */
export interface Start {
  type: 'start';
  contribution?: string;
}
/**
 * A new table with the same people, options and clock. The ack carries its `table`.
 */
export interface Rematch {
  type: 'rematch';
}
/**
 * Milliseconds left per seat at server time `at`; those in `running` tick.
 */
export interface Clock {
  total: number;
  increment: number;
  flag: 'forfeit' | 'bot';
  left: number[];
  running: number[];
  at: number;
}
/**
 * A clock: a total per seat and an increment per turn, in seconds.
 */
export interface ClockRules {
  total: number;
  increment?: number;
  flag?: 'forfeit' | 'bot';
}
/**
 * What a person made of the same dice, options and rules.
 */
export interface ComparedResult {
  table: string | null;
  seat: number;
  seats: number;
  name: string | null;
  you: boolean;
  points: number;
  at: number;
  known_dice: boolean;
}
/**
 * Everybody on this server who played with the same dice, the best first.
 */
export interface Comparison {
  game: string;
  options: {
    [k: string]: string;
  };
  dice: string;
  results: ComparedResult[];
}
/**
 * The deal of the day, the same for everybody, and what people on this server made of it.
 */
export interface Daily {
  game: string;
  day: number;
  seats: number;
  bot: string;
  results: ComparedResult[];
}
/**
 * Somebody who plays the deal of the day.
 */
export interface DailyPlayer {
  name?: string;
}
/**
 * A moment of a diagram: what has just happened, and the view after it.
 */
export interface DiagramFrame {
  told: Told | null;
  view: {
    [k: string]: unknown;
  };
  waiting: number[];
  picture: PictureView | null;
}
/**
 * One log entry as a seat, or the onlooker, saw it.
 */
export interface Told {
  n: number;
  seat: number;
  kind: string;
  move: string | null;
  events: {
    [k: string]: unknown;
  }[];
  lines: string[];
}
/**
 * A match after n entries, as a seat or the onlooker sees it: drawn, and in sentences.
 */
export interface PictureView {
  n: number;
  seat: number | null;
  svg: string;
  spoken: string[];
}
/**
 * The diagrams of a game's rules that are played forward.
 */
export interface DiagramList {
  game: string;
  diagrams: PlayedDiagram[];
}
/**
 * A diagram of the rules that is played forward.
 */
export interface PlayedDiagram {
  text: string;
  seat: number | null;
  names: string[];
  frames: DiagramFrame[];
}
/**
 * One log entry. `n` is the number of entries with this one: a gap means `hello` again.
 *
 * `waiting` is always as it is now, also where no side has a view: who is done can be shown.
 */
export interface EntryMessage {
  type: 'entry';
  n: number;
  sides: EntrySide[];
  waiting: number[];
  clock: Clock | null;
  over: boolean;
}
/**
 * One new entry as one seat sees it, and what the match looks like after it.
 *
 * Without a view nothing has to change on the screen: either more entries follow at once (in a run
 * of missed ones only the last has views), or the entry was unseen by this side.
 */
export interface EntrySide {
  seat: number | null;
  told: Told;
  view: {
    [k: string]: unknown;
  } | null;
  legal: number[];
  can: Can | null;
}
/**
 * The seed's hash from the beginning, what browsers added, the seed itself at the end.
 */
export interface Fairness {
  commitment: string;
  contributions: string[] | null;
  seed: string | null;
}
/**
 * One step of a replay: the entry that led here (None at the start), and the view.
 *
 * What its viewer didn't see has no frame, so `n` may leap.
 */
export interface Frame {
  n: number;
  told: Told | null;
  view: {
    [k: string]: unknown;
  };
  scores: number[];
}
/**
 * A game on the shelf.
 */
export interface GameInfo {
  name: string;
  title: string;
  tagline: string;
  seats: number[];
  options: OptionInfo[];
  bots: BotInfo[];
  usual_bot: string;
  rules_version: number;
  designer: string;
  publisher: string;
  year: number;
  hidden: boolean;
  at_once: boolean;
  minutes: number;
  state: 'cold' | 'warming' | 'ready' | 'failed';
  moves_version: string;
  actions: number | null;
  by_moment: boolean | null;
  lesson: boolean;
  seen_cards: boolean;
  puzzles: number;
  points: boolean;
}
/**
 * An option of a game with its values, in words.
 */
export interface OptionInfo {
  name: string;
  title: string;
  default: string;
  values: OptionValue[];
  kind: 'values' | 'arrangement';
  letters: OptionValue[];
  choose: number;
  pictures: boolean;
}
/**
 * A value of an option, or a letter of an arrangement.
 */
export interface OptionValue {
  value: string;
  title: string;
  about: string | null;
  seats: number;
}
/**
 * The games.
 */
export interface GameList {
  games: GameInfo[];
}
/**
 * The server answers, and so does its database.
 */
export interface Health {
  ok: boolean;
  version: string;
  tables: number;
  sockets: number;
}
/**
 * A move for a seat that is to decide, from what that seat knows.
 */
export interface HintView {
  seat: number;
  n: number;
  best: Considered;
  worth: string;
  why: string;
  then: string[];
  alternatives: Considered[];
}
/**
 * Addresses of the server that work from other machines, best first.
 */
export interface Invitation {
  addresses: string[];
  network: boolean;
}
/**
 * Take a seat: this one, or any open one.
 */
export interface JoinTable {
  seat?: number | null;
  name?: string;
}
/**
 * All keys that vouch for this server, that in use first.
 */
export interface KeyList {
  keys: PublishedKey[];
}
/**
 * A key with which this server signs matches, or did. Times are ms since 1970.
 */
export interface PublishedKey {
  key: string;
  since: number;
  until: number | null;
}
/**
 * A step of a guided first game, and the moves that the learner made before it.
 */
export interface LessonAt {
  step: number;
  played?: number[];
  name?: string;
}
/**
 * A move to look at, at a step of a lesson.
 */
export interface LessonTry {
  step: number;
  played?: number[];
  name?: string;
  move: number | string;
}
/**
 * A guided first game at one of its steps.
 */
export interface LessonView {
  game: string;
  step: number;
  steps: number;
  say: string;
  otherwise: string;
  begins: boolean;
  at: Practised;
}
/**
 * A position to practise on, as the learner sees it, and what has just happened there.
 */
export interface Practised {
  seat: number;
  names: string[];
  waiting: number[];
  scenes: Scene[];
  view: {
    [k: string]: unknown;
  };
  legal: number[];
  expected: number[];
  over: boolean;
}
/**
 * Something that happened, and the view after it.
 */
export interface Scene {
  told: Told;
  view: {
    [k: string]: unknown;
  };
}
/**
 * What a move would do; nothing where chance hides it.
 */
export interface Looked {
  preview: PreviewView | null;
}
/**
 * This browser, as the server knows it.
 */
export interface Me {
  seats: number;
  local: boolean;
  server: ServerInfo;
}
/**
 * What this server offers.
 */
export interface ServerInfo {
  version: string;
  open_tables: boolean;
  network: boolean;
  phrases: string[];
}
/**
 * The moves from id `first` on, at most 1024.
 *
 * `kinds` says for every id of which of the `columns` its move is; each takes the next row there.
 */
export interface MoveBlock {
  game: string;
  version: string;
  block: number;
  first: number;
  kinds: number[];
  columns: MoveColumns[];
  notation: string[];
}
/**
 * The moves of one kind in a block, field by field.
 */
export interface MoveColumns {
  type: string;
  fields: {
    [k: string]: unknown[];
  };
}
/**
 * The move behind an action id.
 */
export interface MoveInfo {
  move: {
    [k: string]: unknown;
  };
  notation: string;
}
/**
 * Every move of a game: the index is the action id.
 */
export interface MoveList {
  game: string;
  moves: MoveInfo[];
}
/**
 * Not done, and why. `id` is None when the message couldn't even be read.
 */
export interface Nack {
  type: 'nack';
  id: string | null;
  n: number;
  code: string;
  rule: string | null;
  text: string;
}
/**
 * A table to open.
 */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[a-z0-9_]{1,32}$".
     */
    [k: string]: string;
  };
  clock?: ClockRules | null;
  away_minutes?: number;
  chat?: 'free' | 'phrases' | 'off';
  listed?: boolean;
  auto_start?: boolean;
  hints?: boolean | null;
  seen_cards?: boolean;
  dice?: string | null;
}
/**
 * How a seat of a new table shall be filled: me, one more on my device, open, or a bot.
 */
export interface SeatWish {
  who: 'me' | 'device' | 'open' | 'bot';
  name?: string;
  bot?: string | null;
}
/**
 * The answer to a ping.
 */
export interface Pong {
  type: 'pong';
  t: number | null;
}
/**
 * Why a request was refused: the one error shape.
 */
export interface Problem {
  code: string;
  rule?: string | null;
  text: string;
}
/**
 * What is wrong with a move that isn't right.
 *
 * The other gets away; the other wins within so many turns; it wins as well, but too late; it is
 * worth less.
 */
export interface PuzzleAnswer {
  verdict: 'escapes' | 'loses' | 'later' | 'worse';
  turns: number;
  worth: number | null;
  told: string[];
  at: Practised | null;
}
/**
 * A puzzle as it is set, or after the right move that was found.
 */
export interface PuzzleAt {
  played?: number[];
  name?: string;
}
/**
 * How many puzzles a game has, and which is today's.
 */
export interface PuzzleList {
  game: string;
  count: number;
  today: number;
  day: number;
}
/**
 * A move to look at in a puzzle.
 */
export interface PuzzleTry {
  name?: string;
  move: number | string;
}
/**
 * A puzzle.
 */
export interface PuzzleView {
  game: string;
  number: number;
  count: number;
  goal: 'win' | 'hold' | 'best';
  turns: number;
  worth: number[];
  why: string[];
  at: Practised;
}
/**
 * A game against bots, or with one seat alone, at once.
 */
export interface QuickGame {
  game: string;
  bot?: string | null;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[a-z0-9_]{1,32}$".
     */
    [k: string]: string;
  };
  seats?: number | null;
  name?: string;
  dice?: string | null;
}
/**
 * A finished match, step by step.
 */
export interface Replay {
  game: string;
  options: {
    [k: string]: string;
  };
  names: string[];
  seats: number;
  seat: number | null;
  frames: Frame[];
  result: Result | null;
  commitment: string;
  seed: string | null;
  known_dice: boolean;
}
/**
 * How the match ended. With one seat: played to the end (`winners` is [0]) or given up ([]).
 */
export interface Result {
  scores: number[];
  payoffs: number[];
  winners: number[];
  resigned: number[];
}
/**
 * The rules for players, in Markdown.
 */
export interface RulesPage {
  game: string;
  lang: 'en' | 'hu';
  markdown: string;
}
/**
 * The text of a saved match.
 */
export interface SavedMatch {
  text: string;
}
/**
 * A link that moves a seat to the device that opens it, once.
 */
export interface SeatLink {
  path: string;
  expires: number;
}
/**
 * A seat that this connection held has gone to another device; a snapshot follows.
 */
export interface SeatMoved {
  type: 'seat_moved';
  seat: number;
}
/**
 * The token of a seat that moves to this device.
 */
export interface SeatToken {
  token: string;
}
/**
 * Who sits where.
 */
export interface SeatView {
  seat: number;
  who: 'open' | 'person' | 'bot';
  name: string;
  shown: string;
  bot: string | null;
  stand_in: boolean;
  mine: boolean;
  here: boolean;
  away_since: number | null;
  replaceable: boolean;
  ready: boolean;
}
/**
 * The cards of a match after n entries, as a seat or the onlooker has seen them.
 */
export interface SeenCards {
  n: number;
  cards: SeenView[];
}
/**
 * A kind of card, in words, and how many of it a seat has seen.
 */
export interface SeenView {
  card: string;
  seen: number;
  all: number;
}
/**
 * Everything: the table, and the match from every side that this connection may see.
 */
export interface Snapshot {
  type: 'snapshot';
  n: number;
  table: TableView;
  sides: Side[];
  chat: ChatLine[];
}
/**
 * A table as one connection may see it.
 */
export interface TableView {
  id: string;
  game: string;
  options: {
    [k: string]: string;
  };
  state: 'open' | 'playing' | 'over';
  version: number;
  n: number;
  seats: SeatView[];
  you: number[];
  host: boolean;
  waiting: number[];
  clock: Clock | null;
  clock_rules: ClockRules | null;
  away_minutes: number;
  chat: 'free' | 'phrases' | 'off';
  listed: boolean;
  auto_start: boolean;
  hints: boolean;
  seen_cards: boolean;
  onlookers: number;
  request: TakeBackRequest | null;
  rematch: string | null;
  result: Result | null;
  fairness: Fairness;
  known_dice: boolean;
  dice: string | null;
  warming: boolean;
  outdated: boolean;
  created: number;
  now: number;
}
/**
 * Somebody wants a move back; `needed` seats haven't answered yet.
 */
export interface TakeBackRequest {
  seat: number;
  n: number;
  granted: number[];
  needed: number[];
}
/**
 * The match as one seat sees it; `seat` None is the onlooker.
 */
export interface Side {
  seat: number | null;
  view: {
    [k: string]: unknown;
  };
  legal: number[];
  can: Can;
  story: Told[];
}
/**
 * The table changed: seats, names, presence, requests, result.
 */
export interface TableMessage {
  type: 'table';
  table: TableView;
}
/**
 * Who vouches for a saved match: a host as the file names it.
 *
 * `own`: it was signed with a key of this server. `foreign`: with another, which calls itself that
 * host; whether it is, only that host can tell. `unchecked`: this server can't check signatures.
 */
export interface SignatureView {
  host: string;
  key: string;
  whose: 'own' | 'foreign' | 'unchecked';
}
/**
 * A table in a list.
 */
export interface TableCard {
  id: string;
  game: string;
  options: {
    [k: string]: string;
  };
  state: 'open' | 'playing' | 'over';
  names: string[];
  seats: number;
  open_seats: number;
  you: number[];
  your_turn: boolean;
  known_dice: boolean;
  created: number;
  touched: number;
}
/**
 * A table, and the path of its page.
 */
export interface TableLink {
  id: string;
  path: string;
  seat?: number | null;
}
/**
 * Tables, the newest first.
 */
export interface TableList {
  tables: TableCard[];
}
/**
 * Whether a saved match holds what it promises; without a signature anybody may have made it
 * up.
 */
export interface VerdictView {
  ok: boolean;
  text: string;
  signature: SignatureView | null;
}
/**
 * A catalogue: dotted keys and templates.
 */
export interface WordList {
  lang: 'en' | 'hu';
  words: {
    [k: string]: string;
  };
}
