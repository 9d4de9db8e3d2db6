import { supportApi as api } from "./supportApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApprovals: build.query<ListApprovalsApiResponse, ListApprovalsApiArg>({
      query: () => ({ url: `/api/support/approvals` }),
    }),
    approveDecision: build.mutation<
      ApproveDecisionApiResponse,
      ApproveDecisionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/approvals/${encodeURIComponent(String(queryArg.id))}/approve`,
        method: "POST",
        body: queryArg.reasonRequest,
      }),
    }),
    refuseDecision: build.mutation<
      RefuseDecisionApiResponse,
      RefuseDecisionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/approvals/${encodeURIComponent(String(queryArg.id))}/refuse`,
        method: "POST",
        body: queryArg.reasonRequest,
      }),
    }),
    withdrawDecision: build.mutation<
      WithdrawDecisionApiResponse,
      WithdrawDecisionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/approvals/${encodeURIComponent(String(queryArg.id))}/withdraw`,
        method: "POST",
        body: queryArg.reasonRequest,
      }),
    }),
    listColleagues: build.query<
      ListColleaguesApiResponse,
      ListColleaguesApiArg
    >({
      query: () => ({ url: `/api/support/colleagues` }),
    }),
    listConversations: build.query<
      ListConversationsApiResponse,
      ListConversationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations`,
        params: {
          filter: queryArg.filter,
          cursor: queryArg.cursor,
          limit: queryArg.limit,
        },
      }),
    }),
    getConversation: build.query<
      GetConversationApiResponse,
      GetConversationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    endConversation: build.mutation<
      EndConversationApiResponse,
      EndConversationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/end`,
        method: "POST",
        body: queryArg.endRequest,
      }),
    }),
    handConversationOver: build.mutation<
      HandConversationOverApiResponse,
      HandConversationOverApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/hand-over`,
        method: "POST",
        body: queryArg.handOverRequest,
      }),
    }),
    listMessages: build.query<ListMessagesApiResponse, ListMessagesApiArg>({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/messages`,
        params: {
          before: queryArg.before,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    sendStaffMessage: build.mutation<
      SendStaffMessageApiResponse,
      SendStaffMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/messages`,
        method: "POST",
        body: queryArg.staffMessage,
      }),
    }),
    markConversationRead: build.mutation<
      MarkConversationReadApiResponse,
      MarkConversationReadApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/read`,
        method: "POST",
        body: queryArg.staffReadMark,
      }),
    }),
    fillReply: build.query<FillReplyApiResponse, FillReplyApiArg>({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/replies/${encodeURIComponent(String(queryArg.reply))}`,
      }),
    }),
    getConversationSide: build.query<
      GetConversationSideApiResponse,
      GetConversationSideApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/side`,
      }),
    }),
    takeConversation: build.mutation<
      TakeConversationApiResponse,
      TakeConversationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/take`,
        method: "POST",
        body: queryArg.takeRequest,
      }),
    }),
    eraseConversation: build.mutation<
      EraseConversationApiResponse,
      EraseConversationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/conversations/${encodeURIComponent(String(queryArg.id))}/text`,
        method: "DELETE",
        body: queryArg.eraseRequest,
      }),
    }),
    listDepositAccounts: build.query<
      ListDepositAccountsApiResponse,
      ListDepositAccountsApiArg
    >({
      query: () => ({ url: `/api/support/deposit-accounts` }),
    }),
    getStaffFile: build.query<GetStaffFileApiResponse, GetStaffFileApiArg>({
      query: (queryArg) => ({
        url: `/api/support/files/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    logInStaff: build.mutation<LogInStaffApiResponse, LogInStaffApiArg>({
      query: (queryArg) => ({
        url: `/api/support/login`,
        method: "POST",
        body: queryArg.staffLoginRequest,
      }),
    }),
    logOutStaff: build.mutation<LogOutStaffApiResponse, LogOutStaffApiArg>({
      query: () => ({ url: `/api/support/logout`, method: "POST" }),
    }),
    getStaff: build.query<GetStaffApiResponse, GetStaffApiArg>({
      query: () => ({ url: `/api/support/me` }),
    }),
    getOperations: build.query<GetOperationsApiResponse, GetOperationsApiArg>({
      query: () => ({ url: `/api/support/operations` }),
    }),
    getRebuild: build.query<GetRebuildApiResponse, GetRebuildApiArg>({
      query: () => ({ url: `/api/support/operations/rebuild` }),
    }),
    beginRebuild: build.mutation<BeginRebuildApiResponse, BeginRebuildApiArg>({
      query: (queryArg) => ({
        url: `/api/support/operations/rebuild`,
        method: "POST",
        body: queryArg.rebuildRequest,
      }),
    }),
    getVerification: build.query<
      GetVerificationApiResponse,
      GetVerificationApiArg
    >({
      query: () => ({ url: `/api/support/operations/verify` }),
    }),
    beginVerification: build.mutation<
      BeginVerificationApiResponse,
      BeginVerificationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/operations/verify`,
        method: "POST",
        body: queryArg.reasonRequest,
      }),
    }),
    searchPlayers: build.query<SearchPlayersApiResponse, SearchPlayersApiArg>({
      query: (queryArg) => ({
        url: `/api/support/players`,
        params: {
          q: queryArg.q,
        },
      }),
    }),
    getPlayer: build.query<GetPlayerApiResponse, GetPlayerApiArg>({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}`,
        params: {
          reveal: queryArg.reveal,
        },
      }),
    }),
    comparePlayerStates: build.query<
      ComparePlayerStatesApiResponse,
      ComparePlayerStatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/compare`,
        params: {
          a: queryArg.a,
          b: queryArg.b,
        },
      }),
    }),
    askCorrection: build.mutation<
      AskCorrectionApiResponse,
      AskCorrectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/corrections`,
        method: "POST",
        body: queryArg.correctionRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    exportPlayer: build.query<ExportPlayerApiResponse, ExportPlayerApiArg>({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/export`,
        params: {
          format: queryArg.format,
          from: queryArg["from"],
          to: queryArg.to,
          lang: queryArg.lang,
        },
      }),
    }),
    findPlayerEvent: build.query<
      FindPlayerEventApiResponse,
      FindPlayerEventApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/find`,
        params: {
          account: queryArg.account,
          below: queryArg.below,
          above: queryArg.above,
          after: queryArg.after,
        },
      }),
    }),
    openLook: build.mutation<OpenLookApiResponse, OpenLookApiArg>({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/look`,
        method: "POST",
        body: queryArg.lookRequest,
      }),
    }),
    getPlayerSeries: build.query<
      GetPlayerSeriesApiResponse,
      GetPlayerSeriesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/series`,
        params: {
          account: queryArg.account,
          points: queryArg.points,
        },
      }),
    }),
    getPlayerState: build.query<
      GetPlayerStateApiResponse,
      GetPlayerStateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/state`,
        params: {
          seq: queryArg.seq,
        },
      }),
    }),
    listPlayerEvents: build.query<
      ListPlayerEventsApiResponse,
      ListPlayerEventsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/players/${encodeURIComponent(String(queryArg.id))}/timeline`,
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
          kind: queryArg.kind,
        },
      }),
    }),
    listReplies: build.query<ListRepliesApiResponse, ListRepliesApiArg>({
      query: () => ({ url: `/api/support/replies` }),
    }),
    addReply: build.mutation<AddReplyApiResponse, AddReplyApiArg>({
      query: (queryArg) => ({
        url: `/api/support/replies`,
        method: "POST",
        body: queryArg.replyDraft,
      }),
    }),
    changeReply: build.mutation<ChangeReplyApiResponse, ChangeReplyApiArg>({
      query: (queryArg) => ({
        url: `/api/support/replies/${encodeURIComponent(String(queryArg.id))}`,
        method: "PUT",
        body: queryArg.replyDraft,
      }),
    }),
    removeReply: build.mutation<RemoveReplyApiResponse, RemoveReplyApiArg>({
      query: (queryArg) => ({
        url: `/api/support/replies/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    createStaffTicket: build.mutation<
      CreateStaffTicketApiResponse,
      CreateStaffTicketApiArg
    >({
      query: () => ({ url: `/api/support/ticket`, method: "POST" }),
    }),
    uploadStaffImage: build.mutation<
      UploadStaffImageApiResponse,
      UploadStaffImageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/upload-image`,
        method: "POST",
        body: queryArg.chatFileForm,
      }),
    }),
    uploadStaffVideo: build.mutation<
      UploadStaffVideoApiResponse,
      UploadStaffVideoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/upload-video`,
        method: "POST",
        body: queryArg.chatFileForm,
      }),
    }),
    countWaiting: build.query<CountWaitingApiResponse, CountWaitingApiArg>({
      query: () => ({ url: `/api/support/waiting` }),
    }),
    listWork: build.query<ListWorkApiResponse, ListWorkApiArg>({
      query: (queryArg) => ({
        url: `/api/support/work`,
        params: {
          kind: queryArg.kind,
          cursor: queryArg.cursor,
        },
      }),
    }),
    acceptManualDeposit: build.mutation<
      AcceptManualDepositApiResponse,
      AcceptManualDepositApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/manual/${encodeURIComponent(String(queryArg.id))}/accept`,
        method: "POST",
        body: queryArg.acceptManualRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    rejectManualDeposit: build.mutation<
      RejectManualDepositApiResponse,
      RejectManualDepositApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/manual/${encodeURIComponent(String(queryArg.id))}/reject`,
        method: "POST",
        body: queryArg.rejectRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    acceptQrOrder: build.mutation<
      AcceptQrOrderApiResponse,
      AcceptQrOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/qr/${encodeURIComponent(String(queryArg.id))}/accept`,
        method: "POST",
        body: queryArg.reasonRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    rejectQrOrder: build.mutation<
      RejectQrOrderApiResponse,
      RejectQrOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/qr/${encodeURIComponent(String(queryArg.id))}/reject`,
        method: "POST",
        body: queryArg.rejectRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    getWaitingSlip: build.query<
      GetWaitingSlipApiResponse,
      GetWaitingSlipApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/slips/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    acceptSlip: build.mutation<AcceptSlipApiResponse, AcceptSlipApiArg>({
      query: (queryArg) => ({
        url: `/api/support/work/slips/${encodeURIComponent(String(queryArg.id))}/accept`,
        method: "POST",
        body: queryArg.acceptSlipRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    getWaitingSlipPicture: build.query<
      GetWaitingSlipPictureApiResponse,
      GetWaitingSlipPictureApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/slips/${encodeURIComponent(String(queryArg.id))}/picture`,
        headers: {
          "X-Look": queryArg["X-Look"],
        },
      }),
    }),
    rejectSlip: build.mutation<RejectSlipApiResponse, RejectSlipApiArg>({
      query: (queryArg) => ({
        url: `/api/support/work/slips/${encodeURIComponent(String(queryArg.id))}/reject`,
        method: "POST",
        body: queryArg.rejectRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    getWaitingTransfer: build.query<
      GetWaitingTransferApiResponse,
      GetWaitingTransferApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/transfers/${encodeURIComponent(String(queryArg.id))}`,
        headers: {
          "X-Look": queryArg["X-Look"],
        },
      }),
    }),
    settleTransfer: build.mutation<
      SettleTransferApiResponse,
      SettleTransferApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/transfers/${encodeURIComponent(String(queryArg.id))}/settle`,
        method: "POST",
        body: queryArg.settleRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    releaseWithdrawal: build.mutation<
      ReleaseWithdrawalApiResponse,
      ReleaseWithdrawalApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/withdrawals/${encodeURIComponent(String(queryArg.id))}/release`,
        method: "POST",
        body: queryArg.reasonRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    returnWithdrawal: build.mutation<
      ReturnWithdrawalApiResponse,
      ReturnWithdrawalApiArg
    >({
      query: (queryArg) => ({
        url: `/api/support/work/withdrawals/${encodeURIComponent(String(queryArg.id))}/return`,
        method: "POST",
        body: queryArg.reasonRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedSupportApi };
export type ListApprovalsApiResponse = /** status 200 undefined */ Approvals;
export type ListApprovalsApiArg = void;
export type ApproveDecisionApiResponse =
  /** status 200 undefined */ DecisionAnswer;
export type ApproveDecisionApiArg = {
  id: string;
  reasonRequest: ReasonRequest;
};
export type RefuseDecisionApiResponse = /** status 200 undefined */ Done;
export type RefuseDecisionApiArg = {
  id: string;
  reasonRequest: ReasonRequest;
};
export type WithdrawDecisionApiResponse = /** status 200 undefined */ Done;
export type WithdrawDecisionApiArg = {
  id: string;
  reasonRequest: ReasonRequest;
};
export type ListColleaguesApiResponse =
  /** status 200 undefined */ ColleagueList;
export type ListColleaguesApiArg = void;
export type ListConversationsApiResponse =
  /** status 200 undefined */ ConversationList;
export type ListConversationsApiArg = {
  /** All of them when absent. */
  filter?: "waiting" | "mine" | "all";
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 100; 30 when absent. */
  limit?: number;
};
export type GetConversationApiResponse =
  /** status 200 undefined */ ConversationView;
export type GetConversationApiArg = {
  id: string;
};
export type EndConversationApiResponse =
  /** status 200 undefined */ ConversationView;
export type EndConversationApiArg = {
  id: string;
  endRequest: EndRequest;
};
export type HandConversationOverApiResponse =
  /** status 200 undefined */ ConversationView;
export type HandConversationOverApiArg = {
  id: string;
  handOverRequest: HandOverRequest;
};
export type ListMessagesApiResponse = /** status 200 undefined */ MessageList;
export type ListMessagesApiArg = {
  id: string;
  /** Only those before this number. */
  before?: string;
  /** Only those after this number. */
  after?: string;
  /** 1 to 100; 30 when absent. */
  limit?: number;
};
export type SendStaffMessageApiResponse =
  /** status 201 undefined */ SentMessage;
export type SendStaffMessageApiArg = {
  id: string;
  staffMessage: StaffMessage;
};
export type MarkConversationReadApiResponse = /** status 200 undefined */ Done;
export type MarkConversationReadApiArg = {
  id: string;
  staffReadMark: StaffReadMark;
};
export type FillReplyApiResponse = /** status 200 undefined */ FilledReply;
export type FillReplyApiArg = {
  id: string;
  reply: string;
};
export type GetConversationSideApiResponse =
  /** status 200 undefined */ ConversationSide;
export type GetConversationSideApiArg = {
  id: string;
};
export type TakeConversationApiResponse =
  /** status 200 undefined */ ConversationView;
export type TakeConversationApiArg = {
  id: string;
  takeRequest: TakeRequest;
};
export type EraseConversationApiResponse = /** status 200 undefined */ Erased;
export type EraseConversationApiArg = {
  id: string;
  eraseRequest: EraseRequest;
};
export type ListDepositAccountsApiResponse =
  /** status 200 undefined */ ReceivingAccounts;
export type ListDepositAccountsApiArg = void;
export type GetStaffFileApiResponse = /** status 200 undefined */ number[];
export type GetStaffFileApiArg = {
  id: string;
};
export type LogInStaffApiResponse =
  /** status 200 undefined */ StaffLoginAnswer;
export type LogInStaffApiArg = {
  staffLoginRequest: StaffLoginRequest;
};
export type LogOutStaffApiResponse = /** status 200 undefined */ Done;
export type LogOutStaffApiArg = void;
export type GetStaffApiResponse = /** status 200 undefined */ StaffMe;
export type GetStaffApiArg = void;
export type GetOperationsApiResponse = /** status 200 undefined */ Operations;
export type GetOperationsApiArg = void;
export type GetRebuildApiResponse = /** status 200 undefined */ LatestOperation;
export type GetRebuildApiArg = void;
export type BeginRebuildApiResponse =
  /** status 202 undefined */ LatestOperation;
export type BeginRebuildApiArg = {
  rebuildRequest: RebuildRequest;
};
export type GetVerificationApiResponse =
  /** status 200 undefined */ LatestOperation;
export type GetVerificationApiArg = void;
export type BeginVerificationApiResponse =
  /** status 202 undefined */ LatestOperation;
export type BeginVerificationApiArg = {
  reasonRequest: ReasonRequest;
};
export type SearchPlayersApiResponse = /** status 200 undefined */ FoundPlayers;
export type SearchPlayersApiArg = {
  /** 2 to 100 letters. */
  q: string;
};
export type GetPlayerApiResponse = /** status 200 undefined */ Player;
export type GetPlayerApiArg = {
  /** The player. */
  id: string;
  /** 1: the whole account number. */
  reveal?: number;
};
export type ComparePlayerStatesApiResponse =
  /** status 200 undefined */ PlayerComparison;
export type ComparePlayerStatesApiArg = {
  /** The player. */
  id: string;
  /** One event. */
  a: number;
  /** Another one. */
  b: number;
};
export type AskCorrectionApiResponse =
  | /** status 200 undefined */ DecisionAnswer
  | /** status 202 undefined */ DecisionAnswer;
export type AskCorrectionApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  correctionRequest: CorrectionRequest;
};
export type ExportPlayerApiResponse = /** status 200 The file. */ Blob;
export type ExportPlayerApiArg = {
  /** The player. */
  id: string;
  /** `csv`, or `pdf` of at most 5000 events. */
  format: "csv" | "pdf";
  /** Only events at or after. */
  from?: string;
  /** Only events before. */
  to?: string;
  /** Of what is printed; English when absent. */
  lang?: "th" | "la" | "en";
};
export type FindPlayerEventApiResponse = /** status 200 undefined */ FoundEvent;
export type FindPlayerEventApiArg = {
  /** The player. */
  id: string;
  /** A bucket; `main` unless told. */
  account?: string;
  /** It stood here or above. */
  below?: string;
  /** It stood here or below. */
  above?: string;
  /** Only events behind this one. */
  after?: number;
};
export type OpenLookApiResponse = /** status 201 undefined */ LookAnswer;
export type OpenLookApiArg = {
  /** The player. */
  id: string;
  lookRequest: LookRequest;
};
export type GetPlayerSeriesApiResponse =
  /** status 200 undefined */ SeriesPoint[];
export type GetPlayerSeriesApiArg = {
  /** The player. */
  id: string;
  /** A bucket; `main` unless told. */
  account?: string;
  /** 2 to 2000; 400 unless told. */
  points?: number;
};
export type GetPlayerStateApiResponse =
  /** status 200 undefined */ PlayerMoment;
export type GetPlayerStateApiArg = {
  /** The player. */
  id: string;
  /** The event; the last one unless told. */
  seq?: number;
};
export type ListPlayerEventsApiResponse = /** status 200 undefined */ Timeline;
export type ListPlayerEventsApiArg = {
  /** The player. */
  id: string;
  /** Only events behind this sequence. */
  after?: number;
  /** 1 to 1000; 200 unless told. */
  limit?: number;
  /** Only these types, by commas. */
  kind?: string;
};
export type ListRepliesApiResponse = /** status 200 undefined */ ReplyList;
export type ListRepliesApiArg = void;
export type AddReplyApiResponse = /** status 201 undefined */ ReplyView;
export type AddReplyApiArg = {
  replyDraft: ReplyDraft;
};
export type ChangeReplyApiResponse = /** status 200 undefined */ ReplyView;
export type ChangeReplyApiArg = {
  id: string;
  replyDraft: ReplyDraft;
};
export type RemoveReplyApiResponse = /** status 200 undefined */ Done;
export type RemoveReplyApiArg = {
  id: string;
};
export type CreateStaffTicketApiResponse =
  /** status 200 undefined */ StaffTicket;
export type CreateStaffTicketApiArg = void;
export type UploadStaffImageApiResponse =
  /** status 201 undefined */ UploadedFile;
export type UploadStaffImageApiArg = {
  chatFileForm: ChatFileForm;
};
export type UploadStaffVideoApiResponse =
  /** status 201 undefined */ UploadedFile;
export type UploadStaffVideoApiArg = {
  chatFileForm: ChatFileForm;
};
export type CountWaitingApiResponse = /** status 200 undefined */ WaitingCounts;
export type CountWaitingApiArg = void;
export type ListWorkApiResponse = /** status 200 undefined */ WorkPage;
export type ListWorkApiArg = {
  /** Slips when absent. */
  kind?: "slips" | "qr" | "manual" | "withdrawals" | "transfers";
  /** `nextCursor` of the page before. */
  cursor?: number;
};
export type AcceptManualDepositApiResponse =
  | /** status 200 undefined */ DecisionAnswer
  | /** status 202 undefined */ DecisionAnswer;
export type AcceptManualDepositApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  acceptManualRequest: AcceptManualRequest;
};
export type RejectManualDepositApiResponse =
  /** status 200 undefined */ DecisionAnswer;
export type RejectManualDepositApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  rejectRequest: RejectRequest;
};
export type AcceptQrOrderApiResponse =
  | /** status 200 undefined */ DecisionAnswer
  | /** status 202 undefined */ DecisionAnswer;
export type AcceptQrOrderApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  reasonRequest: ReasonRequest;
};
export type RejectQrOrderApiResponse =
  /** status 200 undefined */ DecisionAnswer;
export type RejectQrOrderApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  rejectRequest: RejectRequest;
};
export type GetWaitingSlipApiResponse = /** status 200 undefined */ WaitingSlip;
export type GetWaitingSlipApiArg = {
  id: string;
};
export type AcceptSlipApiResponse =
  | /** status 200 undefined */ DecisionAnswer
  | /** status 202 undefined */ DecisionAnswer;
export type AcceptSlipApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  acceptSlipRequest: AcceptSlipRequest;
};
export type GetWaitingSlipPictureApiResponse =
  /** status 200 undefined */ number[];
export type GetWaitingSlipPictureApiArg = {
  id: string;
  "X-Look": string;
};
export type RejectSlipApiResponse = /** status 200 undefined */ DecisionAnswer;
export type RejectSlipApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  rejectRequest: RejectRequest;
};
export type GetWaitingTransferApiResponse =
  /** status 200 undefined */ WaitingTransfer;
export type GetWaitingTransferApiArg = {
  id: string;
  "X-Look": string;
};
export type SettleTransferApiResponse =
  | /** status 200 undefined */ DecisionAnswer
  | /** status 202 undefined */ DecisionAnswer;
export type SettleTransferApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  settleRequest: SettleRequest;
};
export type ReleaseWithdrawalApiResponse =
  | /** status 200 undefined */ DecisionAnswer
  | /** status 202 undefined */ DecisionAnswer;
export type ReleaseWithdrawalApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  reasonRequest: ReasonRequest;
};
export type ReturnWithdrawalApiResponse =
  /** status 200 undefined */ DecisionAnswer;
export type ReturnWithdrawalApiArg = {
  id: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  reasonRequest: ReasonRequest;
};
export type Asker = {
  id: string;
  name: string;
};
export type ReceivingAccount = {
  /** Digits only. */
  accountNo: string;
  bankCode: string;
  currency: string;
  holder: string;
  /** What a decision names it by. */
  id: string;
  /** Held at a payment service: money comes in by its QR orders only. */
  isPaymentService: boolean;
};
export type PlayerAccount = {
  /** The last digits. */
  accountNo: string;
  bankCode: string;
  holder: string;
};
export type PlayerContact = {
  /** The last digits. */
  accountNo: string;
  bankCode: string;
  holder: string;
  phone: string;
};
export type WorkPlayer = {
  id: string;
  name: string;
};
export type ReferenceUseView = {
  amount?: string | null;
  /** When it was credited, or asked for. */
  at: string;
  currency?: string | null;
  /** Credited; otherwise it waits for a second person as well. */
  isCredited: boolean;
  player: WorkPlayer;
};
export type ApprovalEvidence = {
  ourAccount?: ReceivingAccount | null;
  paidTo?: PlayerAccount | null;
  /** Where the slip's picture is. */
  picture?: string | null;
  player?: PlayerContact | null;
  /** How the bank, the payment service or the provider names the payment. */
  reference?: string | null;
  /** Other uses of the same reference: empty unless something is wrong. */
  referenceUses: ReferenceUseView[];
};
export type Approval = {
  /** How much it is about; below zero of a correction that takes. */
  amount?: string | null;
  askedAt: string;
  askedBy: Asker;
  currency?: string | null;
  /** What is wanted: `kind` and what it is decided by. */
  decision: object;
  evidence?: ApprovalEvidence | null;
  expiresAt: string;
  id: string;
  /** Agreed on and cut off: it is tried again by itself, and whoever approves it as well brings
    it to its end in their own name. */
  isAgreed: boolean;
  /** The caller has asked for it and cannot agree. */
  isMine: boolean;
  player: WorkPlayer;
  reason: string;
  subjectId: string;
  /** `slip`, `qr`, `manual`, `withdrawal`, `transfer` or `correction`. */
  subjectKind: string;
  /** What is agreed on, and nothing else: wallet, amount, currency, account and reference. */
  terms?: object | null;
};
export type Approvals = {
  approvals: Approval[];
};
export type Problem = {
  /** What helps: `fields` (the names of the wrong ones), limits, ids. */
  data?: object | null;
  /** The code of the error catalogue. */
  message: string;
  /** The id of the request, as in the `X-Request-Id` header. */
  requestId: string;
};
export type DecisionAnswer = {
  /** What the second person agrees to. */
  approvalId?: string | null;
  /** The decision's id. */
  id: string;
  /** For `after`: a read that shows this position shows the effect. */
  position?: string | null;
  /** `SUCCESS`, or `PENDING`: somebody else has to agree. */
  status: string;
};
export type ReasonRequest = {
  /** 3 to 300 letters. */
  reason: string;
};
export type Done = {
  /** `SUCCESS`. */
  status: string;
};
export type StaffRole = "agent" | "supervisor" | "auditor";
export type Colleague = {
  /** Conversations that they look after. */
  conversations: number;
  id: string;
  /** Whether a session of theirs is open. */
  isHere: boolean;
  name: string;
  role: StaffRole;
};
export type ColleagueList = {
  colleagues: Colleague[];
};
export type StaffName = {
  id: string;
  name: string;
};
export type Record = {
  _id: string;
  /** The sender's own id of it. */
  clientId?: string | null;
  /** The conversation that it stands in. */
  conversation: string;
  createdAt: string;
  deviceToken?: string | null;
  guestId?: string | null;
  /** Whether its text was erased. */
  isErased: boolean;
  /** Its type and what it says; of an erased one `unknown` and null. */
  message: object;
  /** Who writes: the member's or the agent's name. */
  name?: string | null;
  /** `customer` or `agent`. */
  sender: string;
  /** Its number in the conversation, without gaps. */
  sequence: string;
  /** Changes where a conversation has ended and another begins. */
  session_id: string;
  userId?: string | null;
  /** The member's phone number. */
  username?: string | null;
};
export type Who = {
  /** The member's id, or `guest-…`. */
  id: string;
  /** `member` or `guest`. */
  kind: string;
  /** The member's name, or the beginning of the guest's id. */
  name: string;
  /** The member's phone number. */
  username?: string | null;
};
export type ConversationView = {
  /** Who has it open. */
  answering: StaffName[];
  assignedTo?: StaffName | null;
  id: string;
  /** Whether it was ended; the next message begins another session. */
  isEnded: boolean;
  lastMessage?: Record | null;
  /** The number of the last message. */
  lastSequence: string;
  readByAgent: string;
  readByCustomer: string;
  /** The visitor's messages that staff have not read, up to 999. */
  unread: number;
  /** Since when the visitor waits for an answer. */
  waitingSince?: string | null;
  who: Who;
};
export type Counts = {
  /** Conversations that the caller looks after. */
  mine: number;
  /** Conversations whose visitor waits. */
  waiting: number;
};
export type ConversationList = {
  conversations: ConversationView[];
  counts: Counts;
  /** Where the next page goes on; null on the last one. */
  nextCursor?: string | null;
};
export type EndRequest = {
  /** The last number that the caller has seen: when more was said, `CONVERSATION_CHANGED`. */
  sequence?: string | null;
};
export type HandOverRequest = {
  to: string;
};
export type MessageList = {
  /** Newest first. */
  messages: Record[];
  readByAgent: string;
  readByCustomer: string;
  /** The number of the conversation's last message. */
  total: string;
};
export type SentMessage = {
  _id: string;
  conversation: string;
  createdAt: string;
  sequence: string;
  session_id: string;
};
export type MessageBody = {
  /** `text`, `buttons`, `media`, `quick_replies`, `generic` or `postback`. */
  message_type: string;
  payload: object;
};
export type StaffMessage = {
  /** 1 to 64 visible ASCII characters: the same one again is the same message. */
  clientId: string;
  message: MessageBody;
};
export type StaffReadMark = {
  /** The last number that was read. */
  sequence: string;
};
export type FilledReply = {
  /** For a message of staff. */
  message: object;
  /** Variables without a value here: they still stand in the texts. */
  missing: string[];
};
export type Text = {
  /** English. */
  en: string;
  /** Lao. */
  la: string;
  /** Thai. */
  th: string;
};
export type GrantName = {
  description: Text;
};
export type GrantEnding = "SUCCESS" | "FAIL" | "EXPIRED" | "EXCLUDED";
export type StatementGrant = {
  bonus?: GrantName | null;
  invite?: GrantName | null;
  luckydraw?: GrantName | null;
  outcome?: GrantEnding | null;
  promotion?: GrantName | null;
  refund?: GrantName | null;
};
export type StatementSlip = {
  /** The operator's account that received it. */
  description: string;
  /** The reference of the bank or of the payment service. */
  reference: string;
};
export type StatementKind =
  "deposit" | "transfer" | "withdraw" | "bonus" | "finish_bonus" | "correction";
export type Statement = StatementGrant & {
  amount: string;
  /** The main wallet right after this line; null while the line has moved nothing. */
  balance?: string | null;
  createdAt: string;
  currency: string;
  /** `in`, `out` or `none`, from the main wallet's view. */
  direction: string;
  /** `WALLET`, a game's code, a bank's code, `BANK`, `TRUEWALLET`, `MANUAL`, or what granted the
    money: `BONUS`, `PROMOTION`, `REFUND`, `INVITE` or `COUPON`; or `CORRECTION`. */
  from: string;
  /** Until when a withdrawal is held back, while it is. */
  heldUntil?: string | null;
  /** Unique within the wallet. */
  id: string;
  /** By which way a deposit came in: `slip`, `qr`, `gift` or `manual`; null on other lines. */
  method?: string | null;
  position: string;
  /** Why it failed. */
  reason?: string | null;
  slip?: StatementSlip | null;
  statementType: StatementKind;
  /** `PENDING`, `SUCCESS` or `FAILED`. */
  status: string;
  /** As `from`. */
  to: string;
};
export type SideGame = {
  amount: string;
  code: string;
};
export type SideWallet = {
  coins: string;
  currency: string;
  games: SideGame[];
  /** On the way to a game. */
  inTransit: string;
  /** The main wallet. */
  main: string;
  /** On the way to the bank. */
  pendingWithdrawal: string;
  /** All of it, games included. */
  total: string;
};
export type ConversationSide = {
  /** The last lines of the statement, newest first. */
  lines: Statement[];
  /** The player; null beside a guest's chat. */
  player?: string | null;
  wallet?: SideWallet | null;
};
export type TakeRequest = {
  /** The colleague whose conversation it is, to take it over deliberately. */
  from?: string | null;
};
export type Erased = {
  /** Messages that had a text or a file. */
  erased: number;
};
export type EraseRequest = {
  /** 3 to 300 letters. */
  reason: string;
};
export type ReceivingAccounts = {
  accounts: ReceivingAccount[];
};
export type StaffView = {
  id: string;
  /** The name that others see. */
  name: string;
  role: StaffRole;
  username: string;
};
export type StaffLoginAnswer = {
  /** When the session ends at the latest. */
  expiresAt: string;
  staff: StaffView;
  /** For `Authorization: Bearer`, on the routes of support only. */
  token: string;
};
export type StaffLoginRequest = {
  /** The six digits that the authenticator shows. */
  code: string;
  password: string;
  username: string;
};
export type StaffMe = {
  /** When the session ends at the latest. */
  expiresAt: string;
  staff: StaffView;
};
export type BackgroundCheck = {
  /** How many rows it has found wrong. */
  failures: number;
  /** The last event that it has checked. */
  position: number;
  /** The first of them. */
  problem?: string | null;
  /** When it was last through with everything. */
  roundAt?: string | null;
};
export type ViewStanding = {
  /** Events that it does not show yet. */
  lag: number;
  /** The last event that it shows. */
  position: number;
  /** Why it stands still. */
  stopped?: string | null;
  view: string;
};
export type FoundDifference = {
  kind: string;
  ours?: string | null;
  subject: string;
  theirs?: string | null;
};
export type SourceComparison = {
  at: string;
  compared: number;
  differences: number;
  /** The first ones. */
  found: FoundDifference[];
  from: string;
  open: number;
  /** Why it could not be compared. */
  problem?: string | null;
  source: string;
  to: string;
  unclaimed: number;
};
export type CurrencySum = {
  amount: string;
  currency: string;
};
export type AccountBalance = {
  account: string;
  amount: string;
  currency: string;
};
export type LastVerification = {
  /** When it ended. */
  at: string;
  events: number;
  problems: string[];
  /** How long it took. */
  seconds: number;
};
export type WorkCounts = {
  /** Decisions that wait for a second person. */
  approvals: number;
  manual: number;
  qr: number;
  slips: number;
  transfers: number;
  withdrawals: number;
};
export type Operations = {
  backgroundCheck?: BackgroundCheck | null;
  /** The last event. */
  head: number;
  projections: ViewStanding[];
  reconciliation: SourceComparison[];
  /** Open sockets of this gateway. */
  sockets: number;
  sums: CurrencySum[];
  trialBalance: AccountBalance[];
  verification?: LastVerification | null;
  work: WorkCounts;
};
export type OperationRun = {
  /** Events gone through. */
  done: number;
  endedAt?: string | null;
  /** Why it did not come to its end. */
  failure?: string | null;
  id: string;
  /** What it found: of a verification `events`, `wallets`, `streams`, `acts`, `rows`,
    `problemCount` and the first `problems`. */
  result?: object | null;
  startedAt: string;
  /** Who began it. */
  startedBy: string;
  /** Events in all, when it began. */
  total: number;
  /** Of a rebuild. */
  view?: string | null;
};
export type LatestOperation = {
  run?: OperationRun | null;
};
export type RebuildRequest = {
  /** 3 to 300 letters. */
  reason: string;
  view: string;
};
export type Matched =
  "id" | "phone" | "bank" | "slip" | "operation" | "amount" | "name";
export type FoundOperation = {
  amount?: string | null;
  at?: string | null;
  id: string;
  /** `deposit`, `transfer`, `withdraw`, `bonus`, `finish_bonus`, `correction`, `slip`, `qr`,
    `grant` or `spin`. */
  kind: string;
  /** Its event in the player's stream. */
  sequence?: number | null;
};
export type Found = {
  createdAt: string;
  id: string;
  isActive: boolean;
  matched: Matched;
  name: string;
  operation?: FoundOperation | null;
  /** The phone number. */
  username: string;
};
export type FoundPlayers = {
  /** At most 20, the surest first. */
  players: Found[];
};
export type BankNames = {
  nameEN: string;
  nameTH: string;
};
export type PlayerBankAccount = {
  /** All but the last four digits hidden, unless a supervisor asked to see it. */
  accountNo: string;
  bank: BankNames;
  bankCode: string;
  holder: string;
  isMasked: boolean;
};
export type PlayerLine = {
  amount: string;
  balance?: string | null;
  createdAt: string;
  /** `in`, `out` or `none`. */
  direction: string;
  from: string;
  id: string;
  /** `deposit`, `transfer`, `withdraw`, `bonus`, `finish_bonus` or `correction`. */
  kind: string;
  operationId: string;
  reason?: string | null;
  /** `PENDING`, `SUCCESS` or `FAILED`. */
  status: string;
  to: string;
};
export type Flow = {
  account: string;
  amount: string;
  currency: string;
};
export type PlayerExclusion = {
  /** `TIME_OUT` or `SELF_EXCLUSION`. */
  kind: string;
  until?: string | null;
};
export type PlayerGame = {
  game: string;
  username: string;
};
export type PlayerGrant = {
  amount: string;
  /** What the bounds are percentages of. */
  base: string;
  expiresAt?: string | null;
  failTo: string;
  id: string;
  /** `bonus`, `promotion`, `refund`, `invite` or `coupon`. */
  kind: string;
  maxWithdraw?: string | null;
  reference: string;
  startedAt: string;
  successFrom: string;
  turnover: string;
};
export type PlayerLimit = {
  limit?: string | null;
  /** A looser limit that waits; `none` for no limit at all. */
  pending?: string | null;
  pendingFrom?: string | null;
  /** `day`, `week` or `month`. */
  period: string;
  remaining?: string | null;
  used: string;
};
export type PlayerWork = {
  amount?: string | null;
  from?: string | null;
  id: string;
  /** `started`, `sent`, `unknown` or `referred`. */
  status: string;
  to?: string | null;
  /** Until when: a QR can be paid, a withdrawal is held. */
  until?: string | null;
};
export type PlayerState = {
  /** The id of the bank account of payouts, since it was changed. */
  bankAccount?: string | null;
  buckets: Flow[];
  coins?: string | null;
  exclusion?: PlayerExclusion | null;
  games: PlayerGame[];
  grant?: PlayerGrant | null;
  limits: PlayerLimit[];
  openGifts: PlayerWork[];
  openManual: PlayerWork[];
  openQr: PlayerWork[];
  openSlips: PlayerWork[];
  openTransfers: PlayerWork[];
  openWithdrawals: PlayerWork[];
  payoutsHeldUntil?: string | null;
  /** A refund that was received and not added. */
  pendingRefund?: string | null;
  /** Minutes between two reminders of the time spent. */
  realityCheck?: number | null;
  /** What inviting had earned and was not collected. */
  uncollectedInvites?: string | null;
};
export type Player = {
  bankAccount: PlayerBankAccount;
  createdAt: string;
  currency: string;
  id: string;
  isActive: boolean;
  /** The last lines of the statement, newest first. */
  lines: PlayerLine[];
  name: string;
  /** How many events the player's stream has. */
  sequence: number;
  state: PlayerState;
  /** The phone number. */
  username: string;
};
export type Change = {
  /** Null when nothing stands there. */
  after: object | null;
  /** Null when nothing stood there. */
  before: object | null;
  path: string;
};
export type PlayerComparison = {
  a: PlayerState;
  b: PlayerState;
  diff: Change[];
  /** What each account got from `a` to `b`; the house's stand on the other side. */
  flows: Flow[];
};
export type CorrectionRequest = {
  /** In the wallet's currency: above zero adds, below zero takes. */
  amount: string;
  /** 3 to 300 letters; it stands in the player's history for ever. */
  reason: string;
};
export type FoundEvent = {
  /** The first event that crossed the bound; null when none did. */
  sequence?: number | null;
};
export type LookAnswer = {
  /** For the header `X-Look` of every read of this player. */
  lookId: string;
  /** Until when it is good. */
  until: string;
};
export type LookRequest = {
  /** 3 to 300 letters. */
  reason: string;
};
export type SeriesPoint = {
  amount: string;
  sequence: number;
};
export type EventActor = {
  /** Of the member of staff. */
  id?: string | null;
  /** `member`, `process` or `staff`. */
  kind: string;
  /** Of the process, or of the member of staff. */
  name?: string | null;
};
export type StoredEvent = {
  actor: EventActor;
  at: string;
  /** The chain of hashes up to and with it, in hexadecimal. It was checked. */
  hash: string;
  /** As stored; money is `{amount, currency}`. */
  payload: object;
  /** They sum to zero. */
  postings: Flow[];
  requestId: string;
  type: string;
};
export type Cause = {
  sequence: number;
  type: string;
};
export type Why = {
  /** Earlier events that it rests on, the nearest first. */
  causes: Cause[];
  code: string;
  /** What the rule was given; money is `{amount, currency}`. */
  inputs: object;
  /** The rule, with its version where it has one. */
  rule: string;
};
export type PlayerMoment = {
  /** What the event changed. */
  diff: Change[];
  event: StoredEvent;
  /** In the journal of all players. */
  position: string;
  sequence: number;
  /** Right after the event. */
  state: PlayerState;
  /** How many events the stream has. */
  total: number;
  why: Why;
};
export type EventSummary = {
  /** The player's first bucket that changed. */
  account?: string | null;
  amount?: string | null;
  /** By how much that bucket changed. */
  change?: string | null;
  currency?: string | null;
  from?: string | null;
  game?: string | null;
  /** The main wallet right after the event. */
  main?: string | null;
  /** The slip, transfer, withdrawal … that it belongs to. */
  operation?: string | null;
  outcome?: string | null;
  reason?: string | null;
  reference?: string | null;
  to?: string | null;
};
export type PlayerEvent = {
  actor: EventActor;
  at: string;
  /** In the journal of all players. */
  position: string;
  requestId: string;
  sequence: number;
  summary: EventSummary;
  /** The event's type. */
  type: string;
};
export type Timeline = {
  /** Oldest first. */
  events: PlayerEvent[];
  /** `after` of the next page; null on the last one. */
  nextAfter?: number | null;
  /** Events on all pages. */
  total: number;
  /** Every type that the stream has. */
  types: string[];
};
export type ReplyView = {
  changedAt: string;
  /** Who has changed it last. */
  changedBy: string;
  id: string;
  /** As a chat record's; texts may hold `{name}` and `{balance}`. */
  message: object;
  /** Small letters, digits, `-` and `_`. */
  shortcut: string;
  title: string;
};
export type ReplyList = {
  replies: ReplyView[];
};
export type ReplyDraft = {
  /** As a message of staff; a picture is a media message with a file that staff have uploaded. */
  message: MessageBody;
  /** 1 to 32 small letters, digits, `-` and `_`; no other answer has it. */
  shortcut: string;
  /** 1 to 80 letters. */
  title: string;
};
export type StaffTicket = {
  /** Seconds that it is good for. */
  expiresIn: number;
  /** Good once. */
  ticket: string;
};
export type UploadedFile = {
  /** `image` or `video`. */
  fileType: string;
  name: string;
  /** For `filePath` of a media message. */
  path: string;
};
export type ChatFileForm = {
  file: Blob;
};
export type WaitingCounts = {
  /** Decisions that the caller may approve or refuse. */
  approvalsToAnswer: number;
  conversations: Counts;
  /** By list. */
  work: WorkCounts;
  /** Everything in these lists, each thing once: what waits for a second person is in two. */
  workTotal: number;
};
export type WorkKind = "slips" | "qr" | "manual" | "withdrawals" | "transfers";
export type WaitingDecision = {
  askedAt: string;
  askedBy: Asker;
  decisionId: string;
  /** Agreed on and cut off: nobody withdraws it any more. */
  isAgreed: boolean;
  /** The caller has asked for it, and may withdraw it. */
  isMine: boolean;
};
export type WorkItem = {
  /** How much; null of a slip, which the bank has to be asked about. */
  amount?: string | null;
  currency?: string | null;
  /** What only this kind has. */
  detail: object;
  id: string;
  kind: WorkKind;
  player: WorkPlayer;
  /** Why it waits. */
  reason?: string | null;
  since: string;
  waiting?: WaitingDecision | null;
};
export type WorkPage = {
  counts: WorkCounts;
  items: WorkItem[];
  nextCursor?: number | null;
};
export type AcceptManualRequest = {
  /** Which account received it. */
  depositAccount: string;
  /** 3 to 300 letters. */
  reason: string;
  /** How the bank names the payment. */
  reference: string;
};
export type RejectRequest = {
  /** What the player is told: of a slip, a reason of the catalogue. */
  code?: string | null;
  /** Why, for support: 3 to 300 letters. */
  reason: string;
};
export type BankParty = {
  account?: string | null;
  names: string[];
  phone?: string | null;
};
export type BankPayment = {
  amount: string;
  currency?: string | null;
  /** Our account that received it, where it is clear. */
  depositAccount?: string | null;
  /** Whether it is the payment that the slip names, in the wallet's currency. */
  isSamePayment: boolean;
  receiver: BankParty;
  receivingBank?: string | null;
  reference: string;
  sender: BankParty;
  /** Three digits. */
  sendingBank: string;
  transferredAt: string;
};
export type BankWord = {
  payment?: BankPayment | null;
  /** Why it was refused. */
  reason?: string | null;
  /** `CONFIRMED`, `REFUSED`, `LATER`, `UNREACHABLE` or `UNREAD`: its QR told nothing. */
  said: string;
};
export type WaitingSlip = {
  bank: BankWord;
  item: WorkItem;
  /** Who handed the slip in, to be held against the sender. */
  owner: PlayerContact;
  /** Where its picture is, for staff. */
  picture: string;
};
export type AcceptSlipRequest = {
  /** What the bank is expected to say; anything else is refused. */
  amount?: string | null;
  /** Which account received it, where the bank does not say. */
  depositAccount?: string | null;
  /** 3 to 300 letters. */
  reason: string;
};
export type ProviderWord = {
  /** What it held for the player right before. */
  balanceBefore?: string | null;
  /** Its word, or what was seen instead of one. */
  code?: string | null;
  /** Its own id of the movement. */
  providerTx?: string | null;
  /** `COMPLETED`, `RETURNED`, `NOT_SEEN`, `CONTRADICTION` or `UNKNOWN`. */
  said: string;
};
export type WaitingTransfer = {
  item: WorkItem;
  provider: ProviderWord;
};
export type Settlement = "completed" | "returned";
export type SettleRequest = {
  outcome: Settlement;
  /** The provider's id of the movement, to be held against its word. */
  providerTx?: string | null;
  /** 3 to 300 letters. */
  reason: string;
};
