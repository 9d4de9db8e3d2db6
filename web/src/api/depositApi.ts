/** The ways in other than slips: QR codes, gift links and requests to the staff. */
import { generatedMoneyApi, type QrState } from './generated/generatedMoney';
import type { Narrowed, Present } from './narrowed';
import type { Tag } from './transport/api';

/** A channel's QR, with the running time (`performance.now()`) at which the answer came. */
export type TimedQr = Present<QrState> & { receivedAt: number };

const timed = (state: QrState): TimedQr => ({
  ...(state as Present<QrState>),
  receivedAt: performance.now(),
});

// A player has one open QR, so a change of it affects the view of each channel.
const everyChannel = (): Tag[] => ['Qr'];
// Also after a refusal or a lost answer: only the server knows the current balance.
const paidIn = (): Tag[] => ['Wallet', 'Statement'];

type Definitions = Narrowed<
  typeof generatedMoneyApi,
  { getQrcode: TimedQr; createQrcode: TimedQr }
>;

const depositApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    getQrcode: { transformResponse: timed, providesTags: ['Qr'], keepUnusedDataFor: 0 },
    createQrcode: {
      transformResponse: timed,
      invalidatesTags: everyChannel,
      async onQueryStarted({ bankCode }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer?.data.hasQrcode) return;
        // The answer is the newest state: it is shown at once, while the channels read again.
        dispatch(depositApi.util.upsertQueryData('getQrcode', bankCode, answer.data));
      },
    },
    deleteQrcode: { invalidatesTags: everyChannel },
    redeemGift: { invalidatesTags: paidIn },
    announceDeposit: { invalidatesTags: paidIn },
  },
});

export const {
  useGetQrcodeQuery: useGetQrQuery,
  useCreateQrcodeMutation: useCreateQrMutation,
  useDeleteQrcodeMutation: useCancelQrMutation,
  useRedeemGiftMutation: useSendGiftLinkMutation,
  useAnnounceDepositMutation: useRequestManualDepositMutation,
} = depositApi;
