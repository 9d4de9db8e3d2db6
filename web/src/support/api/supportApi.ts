/** The console's RTK Query api. Other files of this folder inject its endpoints. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { supportQuery } from './supportQuery';

export const SUPPORT_TAGS = [
  'Player',
  'Work',
  'Approval',
  'Difference',
  'Conversation',
  'Reply',
  'Operations',
  'Waiting',
  'Staff',
  'OwnSession',
  'Settings',
] as const;
export type SupportTag = (typeof SUPPORT_TAGS)[number];

export const supportApi = createApi({
  reducerPath: 'support',
  baseQuery: supportQuery,
  tagTypes: SUPPORT_TAGS,
  // Each reading leaves an audit entry, so a reading without need would only add entries.
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
