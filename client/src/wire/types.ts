// Made from schema.json by `npm run types`; not to be edited.

export type CatchmateProtocol1 =
  | AddressList
  | ArchivePage
  | ArchivedMatch
  | ArchivedPlayer
  | ArchivedResult
  | Audience
  | BackRankDrops
  | Board
  | BoardName
  | CallMessage
  | ChangeRulesMessage
  | ChosenRules
  | Claim
  | ClaimMessage
  | ClientMessage
  | Clocks
  | CorrectClaim
  | Draw
  | DrawAgreement
  | DrawAnswer
  | DrawClaim
  | DrawMessage
  | Ending
  | EventMessage
  | Flag
  | Followed
  | Hearer
  | HelloMessage
  | IllegalMoves
  | Legal
  | Mark
  | MarkColour
  | MarkMessage
  | MarksMessage
  | MatchEvent
  | MatchList
  | MatchSummary
  | MergeMessage
  | Move
  | MoveMessage
  | NotSavingMessage
  | OkMessage
  | OpenMessage
  | OpenedMessage
  | PartnerBoard
  | Pause
  | PausedBy
  | PersonForm
  | PersonStatistics
  | Persons
  | Phase
  | Phrase
  | PingMessage
  | Played
  | Player
  | PlayerList
  | Points
  | PongMessage
  | Positions
  | PracticeMessage
  | PresenceMessage
  | RatedForm
  | RatingForm
  | ReadyMessage
  | RefusedMessage
  | RematchMessage
  | Replay
  | RequestId
  | Reserve
  | Reserves
  | ResignMessage
  | Result
  | RuleMessage
  | Rules
  | Ruling
  | Said
  | SayMessage
  | ScoreForm
  | Seat
  | SeatTaken
  | ServerMessage
  | SitMessage
  | Sitter
  | SnapshotMessage
  | Speaker
  | SpectatorReserves
  | Square
  | StandMessage
  | Status
  | Step
  | Swap
  | Team
  | TeamPoints
  | UnwatchMessage
  | Variant
  | WatchMessage
  | WelcomeMessage
  | WithForm;
export type BoardName = "A" | "B";
export type Ending =
  | "mate"
  | "time"
  | "resignation"
  | "agreement"
  | "repetition"
  | "fifty_moves"
  | "illegal_moves"
  | "default"
  | "ruling"
  | "abandoned";
export type Points = 0 | 0.5 | 1;
/**
 * 1 is A.white with B.black, 2 is A.black with B.white.
 */
export type Team = 1 | 2;
export type Variant = "catch" | "bughouse";
export type Audience = "A.white" | "A.black" | "B.white" | "B.black" | "spectator" | "director";
export type BackRankDrops = "no_pawns" | "none";
/**
 * UCI with drops: e2e4, e1g1 (castling), N@f3, P@e4.
 */
export type Move = string;
export type Status = "open" | "check" | "needs_drop" | "check_needs_drop" | "mate";
/**
 * The answer to a message carries the id that the message had.
 */
export type RequestId = string | number;
export type DrawAgreement = "allowed" | "none";
export type Flag = "claim" | "auto";
export type IllegalMoves = "refuse" | "penalise";
export type PartnerBoard = "visible" | "hidden";
export type SpectatorReserves = "hidden" | "shown";
export type Claim = "flag" | "repetition" | "fifty_moves";
export type ClientMessage =
  | HelloMessage
  | OpenMessage
  | SitMessage
  | StandMessage
  | PracticeMessage
  | ReadyMessage
  | ChangeRulesMessage
  | WatchMessage
  | UnwatchMessage
  | MoveMessage
  | ClaimMessage
  | DrawMessage
  | ResignMessage
  | CallMessage
  | SayMessage
  | MarkMessage
  | RematchMessage
  | RuleMessage
  | MergeMessage
  | PingMessage;
export type Seat = "A.white" | "A.black" | "B.white" | "B.black";
export type DrawAnswer = "offer" | "accept" | "decline";
export type Phrase =
  | "need_pawn"
  | "need_knight"
  | "need_bishop"
  | "need_rook"
  | "need_queen"
  | "sit"
  | "go"
  | "trade"
  | "no_trade"
  | "hurry"
  | "mate_coming"
  | "thanks";
export type Hearer = "partner" | "table";
export type MarkColour = "green" | "red" | "blue" | "yellow";
export type Square = string;
export type Swap = "none" | "colours" | "partners";
/**
 * A ruling; the director only.
 */
export type Ruling =
  | {
      kind: "start";
    }
  | {
      kind: "pause";
    }
  | {
      kind: "resume";
    }
  | {
      kind: "set_clock";
      /**
       * What it shows from now on.
       */
      ms: number;
      seat: Seat;
    }
  | {
      kind: "add_clock";
      /**
       * How much; may be negative.
       */
      ms: number;
      seat: Seat;
    }
  | {
      kind: "rewind";
      /**
       * How many moves of the match remain, both boards together in the order played.
       */
      to: number;
    }
  | {
      kind: "annul";
    }
  | {
      kind: "result";
      /**
       * What each player of team 1 and of team 2 gets.
       */
      points?: TeamPoints | null;
      /**
       * The team that wins; null for a draw.
       */
      winner?: Team | null;
    }
  | {
      kind: "seat";
      /**
       * The person's id, as `welcome` gave it.
       */
      player: string;
      seat: Seat;
    }
  | {
      kind: "unseat";
      seat: Seat;
    }
  | {
      kind: "close";
    };
/**
 * true as the position stands, or the moves one of which must be named.
 */
export type CorrectClaim = true | Move[];
export type DrawClaim = "repetition" | "fifty_moves";
/**
 * What happened, and what it changed for the receiver.
 */
export type MatchEvent =
  | {
      kind: "seated";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      name: string;
      /**
       * Whether it is a practice player, who plays on the server; absent for a person.
       */
      practice?: boolean;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      kind: "left_seat";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      name: string;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      kind: "ready";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      ready: boolean;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      clocks?: Clocks;
      kind: "rules_changed";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      rules: Rules;
    }
  | {
      clocks?: Clocks;
      kind: "started";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
    }
  | {
      clocks: Clocks;
      kind: "resumed";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
    }
  | {
      board: BoardName;
      clocks: Clocks;
      /**
       * The board after the move, without reserves.
       */
      fen: string;
      kind: "moved";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      move: Move;
      /**
       * How many half-moves have been made on the board, this one included.
       */
      ply: number;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      /**
       * In algebraic notation (R39).
       */
      san: string;
      seat: Seat;
      /**
       * How long the player thought, in ms.
       */
      spent: number;
      /**
       * For the player now on move, never counting his reserve.
       */
      status: Status;
    }
  | {
      clocks: Clocks;
      kind: "reserve";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
    }
  | {
      clocks: Clocks;
      kind: "clocks";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
    }
  | {
      kind: "flag_fallen";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      claim: DrawClaim;
      clocks: Clocks;
      kind: "claim_failed";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      clocks: Clocks;
      /**
       * How many of his have been in this match.
       */
      count: number;
      kind: "penalised";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      kind: "draw_offered";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      kind: "draw_accepted";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      kind: "draw_declined";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      kind: "called";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      clocks: Clocks;
      kind: "clock_set";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      seat: Seat;
    }
  | {
      by: PausedBy;
      clocks: Clocks;
      kind: "paused";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
    }
  | {
      kind: "rewound";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      line: number;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      /**
       * How many moves of the match remain, of those that the receiver is shown.
       */
      to: number;
    }
  | {
      kind: "annulled";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      line: number;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
    }
  | {
      from: Speaker;
      kind: "said";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      phrase?: Phrase;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      text?: string;
      to: Hearer;
    }
  | {
      kind: "over";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      result: Result;
    }
  | {
      kind: "result_changed";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      result: Result;
    }
  | {
      by: Seat;
      kind: "followed";
      /**
       * What the receiver may do from now on, where that changed; null: nothing.
       */
      legal?: Legal | null;
      match: string;
      /**
       * The reserves that changed and that the receiver may see.
       */
      reserves?: Reserves;
      swap: Swap;
    };
export type PausedBy = "director" | "restart" | "journal";
export type Speaker = "A.white" | "A.black" | "B.white" | "B.black" | "director";
export type Phase = "seating" | "playing" | "paused" | "over";
export type ServerMessage =
  | WelcomeMessage
  | OpenedMessage
  | OkMessage
  | RefusedMessage
  | PongMessage
  | SnapshotMessage
  | EventMessage
  | PresenceMessage
  | MarksMessage
  | NotSavingMessage;

/**
 * Where others reach the server.
 */
export interface AddressList {
  /**
   * The likeliest first; none where only its own machine reaches the server.
   */
  addresses: string[];
}
/**
 * The answer to `GET /api/archive`.
 */
export interface ArchivePage {
  /**
   * The latest first.
   */
  matches: ArchivedMatch[];
  /**
   * What `before` the next page asks for; null on the last one.
   */
  next: string | null;
  /**
   * How many there are in all.
   */
  total: number;
}
/**
 * One match of the archive.
 */
export interface ArchivedMatch {
  /**
   * The day in UTC as `2026-11-30`; null where it is not known.
   */
  date: string | null;
  /**
   * When it ended: Unix time in ms; of an imported record the beginning of its day.
   */
  ended_at: number;
  /**
   * The event that it belongs to.
   */
  event: string;
  /**
   * Whether it comes from a file.
   */
  imported: boolean;
  /**
   * Whether lists show it to everybody.
   */
  listed: boolean;
  match: string;
  /**
   * How many half-moves were made on each board.
   */
  moves: {
    A: number;
    B: number;
  };
  /**
   * Whether a practice player took part.
   */
  practice: boolean;
  result: ArchivedResult;
  /**
   * Who sat where in the end; null where nobody did.
   */
  seats: {
    "A.black": ArchivedPlayer | null;
    "A.white": ArchivedPlayer | null;
    "B.black": ArchivedPlayer | null;
    "B.white": ArchivedPlayer | null;
  };
  /**
   * When it started: Unix time in ms; null where it is not known.
   */
  started_at: number | null;
  /**
   * The rules that it was played by.
   */
  variant: Variant;
}
/**
 * How a match of the archive ended.
 */
export interface ArchivedResult {
  /**
   * The board on which it ended; null where it ended on none.
   */
  board: BoardName | null;
  /**
   * What ended it; null where an imported record does not say.
   */
  by: Ending | null;
  /**
   * What each player of a team got (R38); null where the match does not count.
   */
  points: TeamPoints | null;
  /**
   * The winning team; null for a draw, a match that both lost, and one without a result.
   */
  winner: Team | null;
}
/**
 * What each player of team 1 and of team 2 gets.
 */
export interface TeamPoints {
  "1": Points;
  "2": Points;
}
/**
 * Who sat in a seat.
 */
export interface ArchivedPlayer {
  name: string;
  /**
   * The person, for `/api/persons/ID`.
   */
  person: string;
}
/**
 * One board.
 */
export interface Board {
  /**
   * Without reserves.
   */
  fen: string;
  last: Move | null;
  moves: Played[];
  /**
   * How many half-moves have been made on it.
   */
  ply: number;
  /**
   * For the player on move, never counting his reserve.
   */
  status: Status;
}
/**
 * A move that was made.
 */
export interface Played {
  move: Move;
  san: string;
  /**
   * How long the player thought, in ms.
   */
  spent: number;
}
/**
 * Calls the director (R34).
 */
export interface CallMessage {
  id?: RequestId;
  match: string;
  type: "call";
}
/**
 * Changes the options of a table before its first start; every `ready` lapses (R3).
 */
export interface ChangeRulesMessage {
  id?: RequestId;
  match: string;
  rules: ChosenRules;
  type: "change_rules";
}
/**
 * Any of the options; another name is refused.
 */
export interface ChosenRules {
  /**
   * How long a table may be deserted before it ends unfinished (R34, R37).
   */
  abandon_after_s?: number;
  /**
   * What may be dropped on ranks 1 and 8 (R15): all but pawns, or nothing.
   */
  back_rank_drops?: BackRankDrops;
  /**
   * How late a player may arrive after the start; null: as late as he likes (R37).
   */
  default_after_s?: number | null;
  /**
   * Whether a draw can be agreed (R25).
   */
  draw_agreement?: DrawAgreement;
  /**
   * Whether a fall is claimed, or observed by the server (R20).
   */
  flag?: Flag;
  /**
   * Whether an illegal move is refused or penalised (R35).
   */
  illegal_moves?: IllegalMoves;
  /**
   * Time added for each move or drop (R32), exact to a ms.
   */
  increment_s?: number;
  /**
   * Each player's time at the start (R32), exact to a ms.
   */
  initial_s?: number;
  /**
   * Whether players see the other board (R12).
   */
  partner_board?: PartnerBoard;
  /**
   * How late spectators see everything from the first start on (R12).
   */
  spectator_delay_s?: number;
  /**
   * Whether spectators see the reserves (R12).
   */
  spectator_reserves?: SpectatorReserves;
  /**
   * What a wrong claim gives the direct opponent (R30).
   */
  wrong_claim_bonus_s?: number;
}
/**
 * Claims a fall (R22) or a draw (R27, R29).
 */
export interface ClaimMessage {
  claim: Claim;
  id?: RequestId;
  /**
   * As in `move`.
   */
  line?: number | null;
  match: string;
  /**
   * The move that leads to the claimed position; not with a `flag`.
   */
  move?: Move | null;
  /**
   * As in `move`.
   */
  ply?: number | null;
  type: "claim";
}
/**
 * Says who is there, first of all: a `name`, or a `token` to come back as the same player.
 */
export interface HelloMessage {
  /**
   * The director's key.
   */
  director_key?: string | null;
  id?: RequestId;
  /**
   * 1 to 32 characters.
   */
  name?: string | null;
  /**
   * What `welcome` gave before.
   */
  token?: string | null;
  type: "hello";
}
/**
 * Opens a table.
 */
export interface OpenMessage {
  id?: RequestId;
  /**
   * Whether lists show the table (true).
   */
  listed?: boolean | null;
  /**
   * A position other than the usual one; the director only.
   */
  position?: Positions | null;
  /**
   * The options that differ from the server's own.
   */
  rules?: ChosenRules | null;
  type: "open";
}
/**
 * A FEN for each board, with reserves in brackets.
 */
export interface Positions {
  A: string;
  B: string;
}
/**
 * Sits down.
 */
export interface SitMessage {
  id?: RequestId;
  /**
   * The seat's key, where the table is not listed.
   */
  key?: string | null;
  match: string;
  seat: Seat;
  type: "sit";
}
/**
 * Leaves the seat before the start.
 */
export interface StandMessage {
  id?: RequestId;
  match: string;
  type: "stand";
}
/**
 * Has practice players, who play on the server, take empty seats before the start.
 */
export interface PracticeMessage {
  id?: RequestId;
  match: string;
  /**
   * Which; all that are empty without.
   */
  seat?: Seat | null;
  type: "practice";
}
/**
 * Is ready to start, or to go on (R34).
 */
export interface ReadyMessage {
  id?: RequestId;
  match: string;
  type: "ready";
}
/**
 * Wants to be shown a match: a snapshot, then what happens.
 */
export interface WatchMessage {
  /**
   * Coming back: the `seq` of the last event that came.
   */
  after?: number | null;
  /**
   * Coming back: `you` of the last snapshot. Otherwise `spectator`, to see no more than one.
   */
  as?: Audience | null;
  id?: RequestId;
  match: string;
  type: "watch";
}
/**
 * Has seen enough of a match.
 */
export interface UnwatchMessage {
  id?: RequestId;
  match: string;
  type: "unwatch";
}
/**
 * Makes a move or a drop.
 */
export interface MoveMessage {
  id?: RequestId;
  /**
   * `line` of the last snapshot or `rewound`; another value is refused as stale.
   */
  line?: number | null;
  match: string;
  move: Move;
  /**
   * Half-moves already made on that board; another value is refused as stale.
   */
  ply?: number | null;
  type: "move";
}
/**
 * Offers, accepts or declines a draw (R25).
 */
export interface DrawMessage {
  answer: DrawAnswer;
  id?: RequestId;
  match: string;
  type: "draw";
}
/**
 * Resigns for the team (R24).
 */
export interface ResignMessage {
  id?: RequestId;
  match: string;
  type: "resign";
}
/**
 * Talks: either a `text` or a `phrase`.
 */
export interface SayMessage {
  id?: RequestId;
  match: string;
  phrase?: Phrase | null;
  text?: string | null;
  to: Hearer;
  type: "say";
}
/**
 * Marks squares of a board for the partner; all that the player marked there before is gone.
 */
export interface MarkMessage {
  board: BoardName;
  id?: RequestId;
  /**
   * @maxItems 32
   */
  marks: Mark[];
  match: string;
  type: "mark";
}
/**
 * An arrow from one square to another, or a circle around one.
 */
export interface Mark {
  colour: MarkColour;
  from: Square;
  /**
   * Another square; absent for a circle.
   */
  to?: Square;
}
/**
 * Opens the next match for the players of one that is over, and seats those who are still there.
 */
export interface RematchMessage {
  id?: RequestId;
  match: string;
  /**
   * Who changes seats: nobody, each with his opponent, or all but `A.white` in a circle.
   */
  swap: Swap;
  type: "rematch";
}
/**
 * Rules; the director only.
 */
export interface RuleMessage {
  id?: RequestId;
  match: string;
  ruling: Ruling;
  type: "rule";
}
/**
 * Makes two entries of the archive one person; the director only.
 */
export interface MergeMessage {
  id?: RequestId;
  /**
   * For whom; for himself again without.
   */
  into?: string | null;
  /**
   * Whose matches count for the other.
   */
  person: string;
  type: "merge";
}
/**
 * Asks for the server's time.
 */
export interface PingMessage {
  id?: RequestId;
  /**
   * Comes back in the answer.
   */
  n: number;
  type: "ping";
}
/**
 * The four clocks at one instant, in ms.
 */
export interface Clocks {
  "A.black": number;
  "A.white": number;
  "B.black": number;
  "B.white": number;
  /**
   * The instant at which they show this: Unix time in ms.
   */
  at: number;
  /**
   * Whose clocks have fallen (R20).
   */
  fallen: Seat[];
  /**
   * Whose clocks are running.
   */
  running: Seat[];
}
/**
 * A standing draw offer.
 */
export interface Draw {
  /**
   * Who has accepted; the offerer is not among them.
   */
  accepted: Seat[];
  by: Seat;
}
/**
 * Something happened. `seq` counts, 1 by 1, what this audience is shown.
 */
export interface EventMessage {
  /**
   * When: Unix time in ms, never before the previous event.
   */
  at: number;
  event: MatchEvent;
  match: string;
  seq: number;
  type: "event";
}
/**
 * What the player on move may do.
 */
export interface Legal {
  /**
   * The claims that would be correct now (R27, R29).
   */
  claims: {
    fifty_moves?: CorrectClaim;
    repetition?: CorrectClaim;
  };
  /**
   * For each kind that he holds and may drop, by its letter, where.
   */
  drops: {
    [k: string]: string[];
  };
  /**
   * For each square from which a piece may move, where to.
   */
  moves: {
    [k: string]: string[];
  };
}
/**
 * The reserves that the receiver is shown, each whole.
 */
export interface Reserves {
  "A.black"?: Reserve;
  "A.white"?: Reserve;
  "B.black"?: Reserve;
  "B.white"?: Reserve;
}
/**
 * How many pieces of each kind a reserve holds.
 */
export interface Reserve {
  B: number;
  N: number;
  P: number;
  Q: number;
  R: number;
}
/**
 * All options of a match, durations in seconds.
 */
export interface Rules {
  /**
   * How long a table may be deserted before it ends unfinished (R34, R37).
   */
  abandon_after_s: number;
  /**
   * What may be dropped on ranks 1 and 8 (R15): all but pawns, or nothing.
   */
  back_rank_drops: BackRankDrops;
  /**
   * How late a player may arrive after the start; null: as late as he likes (R37).
   */
  default_after_s: number | null;
  /**
   * Whether a draw can be agreed (R25).
   */
  draw_agreement: DrawAgreement;
  /**
   * Whether a fall is claimed, or observed by the server (R20).
   */
  flag: Flag;
  /**
   * Whether an illegal move is refused or penalised (R35).
   */
  illegal_moves: IllegalMoves;
  /**
   * Time added for each move or drop (R32), exact to a ms.
   */
  increment_s: number;
  /**
   * Each player's time at the start (R32), exact to a ms.
   */
  initial_s: number;
  /**
   * Whether players see the other board (R12).
   */
  partner_board: PartnerBoard;
  /**
   * How late spectators see everything from the first start on (R12).
   */
  spectator_delay_s: number;
  /**
   * Whether spectators see the reserves (R12).
   */
  spectator_reserves: SpectatorReserves;
  /**
   * What a wrong claim gives the direct opponent (R30).
   */
  wrong_claim_bonus_s: number;
}
/**
 * The one result of a match (R4).
 */
export interface Result {
  /**
   * The board on which it ended; null where it ended on none.
   */
  board: BoardName | null;
  /**
   * What ended it.
   */
  by: Ending;
  /**
   * What each player of a team gets (R38); null where the match does not count.
   */
  points: TeamPoints | null;
  /**
   * The winning team; null for a draw, a match that both lost, and one without a result.
   */
  winner: Team | null;
}
/**
 * Where the players of a match went on.
 */
export interface Followed {
  /**
   * Who asked for it.
   */
  by: Seat;
  /**
   * The next match.
   */
  match: string;
  swap: Swap;
}
/**
 * What the partner marks on a board now: passing news, outside the sequence.
 */
export interface MarksMessage {
  board: BoardName;
  /**
   * Who marks.
   */
  from: Seat;
  /**
   * @maxItems 32
   */
  marks: Mark[];
  match: string;
  type: "marks";
}
/**
 * The answer to `GET /api/matches`.
 */
export interface MatchList {
  matches: MatchSummary[];
}
/**
 * A match as a line of a list.
 */
export interface MatchSummary {
  match: string;
  phase: Phase;
  result: Result | null;
  rules: Rules;
  /**
   * Who sits where; null where nobody does.
   */
  seats: {
    "A.black": Sitter | null;
    "A.white": Sitter | null;
    "B.black": Sitter | null;
    "B.white": Sitter | null;
  };
}
/**
 * A person in a seat.
 */
export interface Sitter {
  name: string;
  /**
   * Whether it is a practice player, who plays on the server; absent for a person.
   */
  practice?: boolean;
  /**
   * Whether he is ready to start.
   */
  ready: boolean;
}
/**
 * The record cannot be written: what would be recorded is refused, outside the sequence.
 */
export interface NotSavingMessage {
  match: string;
  /**
   * Since when: Unix time in ms.
   */
  since: number;
  type: "not_saving";
}
/**
 * Done: what was asked is in the record.
 */
export interface OkMessage {
  id?: RequestId;
  /**
   * The highest number that this audience has been sent, where the socket watches the match as
   * its seat or as the director, and after `watch`.
   */
  seq?: number;
  type: "ok";
  /**
   * After `watch`: as whom.
   */
  you?: Audience;
}
/**
 * The answer to an open.
 */
export interface OpenedMessage {
  id?: RequestId;
  /**
   * Where the table is not listed: what opens each seat.
   */
  keys?: {
    "A.black": string;
    "A.white": string;
    "B.black": string;
    "B.white": string;
  };
  match: string;
  type: "opened";
}
/**
 * A pause.
 */
export interface Pause {
  by: PausedBy;
  /**
   * Who is ready to go on.
   */
  ready: Seat[];
}
/**
 * One person of a list.
 */
export interface PersonForm {
  /**
   * How many matches everybody may see of him.
   */
  matches: number;
  name: string;
  person: string;
  /**
   * Null before his first rated match, and where ratings are off.
   */
  rating: RatingForm | null;
}
/**
 * A rating for team play by TrueSkill.
 */
export interface RatingForm {
  /**
   * The mean of what is believed of his strength; a newcomer has 25.
   */
  rating: number;
  /**
   * Its standard deviation; a newcomer has 8⅓.
   */
  uncertainty: number;
}
/**
 * The answer to `GET /api/persons/ID`.
 */
export interface PersonStatistics {
  /**
   * What his clock showed in the end on average, in ms; null where no match tells.
   */
  average_left: number | null;
  /**
   * By ending; `unknown` where an imported record does not say.
   */
  endings: {
    [k: string]: ScoreForm;
  };
  name: string;
  /**
   * Against each opponent; both players of the other team are opponents.
   */
  opponents: WithForm[];
  /**
   * With each partner, those with most matches first.
   */
  partners: WithForm[];
  /**
   * His own identifier, whichever of his was asked for.
   */
  person: string;
  rating: RatingForm | null;
  /**
   * His ratings after each rated match, in their order.
   */
  ratings: RatedForm[];
  /**
   * By seat: board and colour.
   */
  seats: {
    "A.black": ScoreForm;
    "A.white": ScoreForm;
    "B.black": ScoreForm;
    "B.white": ScoreForm;
  };
  total: ScoreForm;
  /**
   * Matches without points, and those with practice players, which count nowhere else.
   */
  uncounted: number;
}
/**
 * Results, counted.
 */
export interface ScoreForm {
  drawn: number;
  lost: number;
  played: number;
  /**
   * One for a win and a half for a draw (R38), or what the director gave.
   */
  points: number;
  won: number;
}
/**
 * Results with or against somebody.
 */
export interface WithForm {
  drawn: number;
  lost: number;
  name: string;
  person: string;
  played: number;
  /**
   * One for a win and a half for a draw (R38), or what the director gave.
   */
  points: number;
  won: number;
}
/**
 * A rating after a match.
 */
export interface RatedForm {
  /**
   * When its end was shown: Unix time in ms.
   */
  at: number;
  match: string;
  /**
   * The mean of what is believed of his strength; a newcomer has 25.
   */
  rating: number;
  /**
   * Its standard deviation; a newcomer has 8⅓.
   */
  uncertainty: number;
}
/**
 * The answer to `GET /api/persons`.
 */
export interface Persons {
  /**
   * What `after` the next page asks for; null on the last one.
   */
  next: string | null;
  /**
   * In the order of their names.
   */
  persons: PersonForm[];
}
/**
 * A person who has said hello.
 */
export interface Player {
  id: string;
  name: string;
}
/**
 * What the director is told over HTTP of who is present.
 */
export interface PlayerList {
  players: Player[];
}
/**
 * The answer to a ping.
 */
export interface PongMessage {
  /**
   * The server's time: Unix time in ms.
   */
  at: number;
  id?: RequestId;
  /**
   * As in the ping.
   */
  n: number;
  type: "pong";
}
/**
 * Whether the player of a seat is connected: passing news, outside the sequence.
 */
export interface PresenceMessage {
  match: string;
  present: boolean;
  seat: Seat;
  type: "presence";
}
/**
 * Refused: nothing has changed.
 */
export interface RefusedMessage {
  /**
   * Why, for programs: `bad_message`, `hello_first`, `illegal_move` and so on.
   */
  code: string;
  id?: RequestId;
  /**
   * Why, for people, in English.
   */
  message: string;
  /**
   * The rule that it follows, such as `R14`.
   */
  rule: string | null;
  type: "refused";
}
/**
 * The answer to `GET /api/archive/ID`: a match to step through.
 */
export interface Replay {
  /**
   * The day in UTC as `2026-11-30`; null where it is not known.
   */
  date: string | null;
  /**
   * When it ended: Unix time in ms; of an imported record the beginning of its day.
   */
  ended_at: number;
  /**
   * The event that it belongs to.
   */
  event: string;
  /**
   * Whether it comes from a file.
   */
  imported: boolean;
  /**
   * The time that everyone began with, in ms; null where it is not known.
   */
  initial: number | null;
  /**
   * Whether lists show it to everybody.
   */
  listed: boolean;
  match: string;
  /**
   * The moves of both boards in the order played.
   */
  moves: Step[];
  /**
   * Whether a practice player took part.
   */
  practice: boolean;
  /**
   * The reserves at the start.
   */
  reserves: Reserves;
  result: ArchivedResult;
  /**
   * The options; null for an imported record.
   */
  rules: Rules | null;
  /**
   * Who sat where in the end; null where nobody did.
   */
  seats: {
    "A.black": ArchivedPlayer | null;
    "A.white": ArchivedPlayer | null;
    "B.black": ArchivedPlayer | null;
    "B.white": ArchivedPlayer | null;
  };
  /**
   * Both boards at the start, as FENs without reserves.
   */
  start: {
    A: string;
    B: string;
  };
  /**
   * When it started: Unix time in ms; null where it is not known.
   */
  started_at: number | null;
  /**
   * What was said, as far as the receiver may read it; the last 100 lines.
   */
  talk: Said[];
  /**
   * The rules that it was played by.
   */
  variant: Variant;
}
/**
 * A move, and how things stood after it.
 */
export interface Step {
  /**
   * When: Unix time in ms; null where it is not known.
   */
  at: number | null;
  board: BoardName;
  /**
   * The clocks after the move, in ms; null where they are not known.
   */
  clocks: {
    "A.black": number | null;
    "A.white": number | null;
    "B.black": number | null;
    "B.white": number | null;
  };
  /**
   * The board after the move, without reserves.
   */
  fen: string;
  /**
   * In UCI, with drops; under bughouse's rules perhaps with a promotion letter.
   */
  move: string;
  /**
   * The reserves that changed.
   */
  reserves: Reserves;
  san: string;
  seat: Seat;
  /**
   * How long the player thought, in ms; null where it is not known.
   */
  spent: number | null;
  status: Status;
}
/**
 * Something that was said.
 */
export interface Said {
  /**
   * Unix time in ms.
   */
  at: number;
  from: Speaker;
  /**
   * The kind of the event that told it.
   */
  kind: "said";
  phrase?: Phrase;
  text?: string;
  to: Hearer;
}
/**
 * A seat of a match.
 */
export interface SeatTaken {
  match: string;
  seat: Seat;
}
/**
 * The answer to a hello.
 */
export interface WelcomeMessage {
  /**
   * Whether the director's key was shown.
   */
  director: boolean;
  id?: RequestId;
  player: Player;
  /**
   * The version of the protocol: 1.
   */
  protocol: number;
  /**
   * Where the player sits.
   */
  seats: SeatTaken[];
  /**
   * With it the same player comes back.
   */
  token: string;
  type: "welcome";
}
/**
 * A match as the receiver may see it. What is hidden from him is absent.
 */
export interface SnapshotMessage {
  /**
   * A value for each board that the receiver is shown.
   */
  boards: {
    A?: Board;
    B?: Board;
  };
  clocks?: Clocks;
  /**
   * How late the receiver is shown everything, in ms.
   */
  delay_ms: number;
  /**
   * The standing offer (R25).
   */
  draw?: Draw | null;
  /**
   * Where the players went on after the end.
   */
  followed: Followed | null;
  /**
   * What the receiver may do on his own board; null while he is not on move.
   */
  legal: Legal | null;
  /**
   * Counts the rewinds and annulments.
   */
  line: number;
  match: string;
  /**
   * The boards of the moves, in the order played: `ABBA…`.
   */
  order: string;
  /**
   * The pause (R34).
   */
  pause?: Pause | null;
  /**
   * How many moves of each player whose board is shown have been penalised (R35).
   */
  penalties?: {
    "A.black"?: number;
    "A.white"?: number;
    "B.black"?: number;
    "B.white"?: number;
  };
  phase: Phase;
  reserves: Reserves;
  result: Result | null;
  rules: Rules;
  /**
   * Who sits where; null where nobody does.
   */
  seats: {
    "A.black": Sitter | null;
    "A.white": Sitter | null;
    "B.black": Sitter | null;
    "B.white": Sitter | null;
  };
  /**
   * The last event of this audience that it contains.
   */
  seq: number;
  /**
   * The last 100 things said that the receiver may read.
   */
  talk?: Said[];
  type: "snapshot";
  /**
   * As whom the receiver watches.
   */
  you: Audience;
}
