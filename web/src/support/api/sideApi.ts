/** The player next to a conversation or a piece of work. */
import type { Present } from '../../api/narrowed';
import type { StatementLine } from '../../api/types';
import type {
  PlayerContact,
  BankChange as WireBankChange,
  PlayerSide as WirePlayerSide,
} from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow, PlayerNotes } from './types';
import type { WorkItem } from './workApi';

export type PlayerSide = Narrow<
  WirePlayerSide,
  { notes: PlayerNotes | null; work: WorkItem[]; lines: StatementLine[] }
>;

export type BankChange = Present<WireBankChange>;

export interface WorkSide {
  owner: Present<PlayerContact>;
  /** Why a withdrawal waits, if the bank account was changed. */
  bankChange?: BankChange | null;
  side: PlayerSide;
}

const sideApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    getSide: build.query<PlayerSide, string>({
      query: (id) => `api/support/conversations/${encodeURIComponent(id)}/side`,
      keepUnusedDataFor: 60,
    }),
    getWorkSide: build.query<WorkSide, string>({
      query: (id) => `api/support/work/${encodeURIComponent(id)}/side`,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetSideQuery, useGetWorkSideQuery } = sideApi;
