/** Settings: what is in force, its versions, and changes. */
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';

export type SectionName = wire.Section;
export type SettingVersion = wire.SettingVersionItem;
export type SettingSection = wire.SettingSection;
export type SettingRequest = wire.SettingRequest;
export type SettingDifference = wire.SettingDifference;
export type SettingsCheck = wire.SettingsCheck;
export type PreviewItem = wire.PreviewItem;

/** The settings that an event was decided under. */
export interface Then {
  at: string;
  change: string;
}

interface Wanted {
  section: SectionName;
  body: wire.SettingsChangeRequest;
}

interface Decision {
  id: string;
  act: 'approve' | 'refuse';
  reason: string;
}

const settingsApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listSettings: build.query<wire.Settings, Then | undefined>({
      query: (then) => ({ url: 'api/support/settings', params: then && { ...then } }),
      providesTags: ['Settings'],
    }),
    listSettingVersions: build.query<wire.SettingVersions, SectionName>({
      query: (section) => `api/support/settings/${section}`,
      providesTags: ['Settings'],
    }),
    checkSettings: build.mutation<SettingsCheck, Wanted>({
      query: ({ section, body }) => ({
        url: `api/support/settings/${section}/check`,
        method: 'POST',
        body,
      }),
    }),
    changeSettings: build.mutation<wire.SettingsChangeAnswer, Wanted>({
      query: ({ section, body }) => ({
        url: `api/support/settings/${section}`,
        method: 'POST',
        body,
      }),
      // Somebody else may have been first: then what is shown is out of date as well.
      invalidatesTags: ['Settings'],
    }),
    decideSettings: build.mutation<wire.SettingsChangeAnswer, Decision>({
      query: ({ id, act, reason }) => ({
        url: `api/support/settings-requests/${encodeURIComponent(id)}/${act}`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: ['Settings'],
    }),
  }),
});

export const {
  useListSettingsQuery,
  useListSettingVersionsQuery,
  useCheckSettingsMutation,
  useChangeSettingsMutation,
  useDecideSettingsMutation,
} = settingsApi;
