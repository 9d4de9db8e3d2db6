/** The one RTK Query api. The feature files of the parent folder inject its endpoints. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery';

export const TAGS = [
  'Wallet',
  'Statement',
  'Slip',
  'Qr',
  'Profile',
  'Session',
  'Notice',
  'SlotAccount',
  'Reward',
  'Refund',
  'Lookup',
] as const;
export type Tag = (typeof TAGS)[number];

export const walletApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  // What is on the screen is read again once the line is back; see `app/connection`.
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
