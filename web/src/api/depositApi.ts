/** The ways in other than slips: QR codes, gift links and requests to the staff. */
import { type NarrowedMoney, type Present, useAdapted } from './adapt';
import { generatedMoneyApi, type QrState } from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { Keyed } from './walletApi';

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

type Definitions = NarrowedMoney<{ getQrcode: TimedQr; createQrcode: TimedQr }>;

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
        dispatch(depositApi.util.upsertQueryData('getQrcode', { bankCode }, answer.data));
      },
    },
    deleteQrcode: { invalidatesTags: everyChannel },
    redeemGift: { invalidatesTags: paidIn },
    announceDeposit: { invalidatesTags: paidIn },
  },
});

interface QrInput extends Keyed {
  bankCode: string;
  amount: string;
}

interface QrOrder {
  bankCode: string;
  qrcodeId: string;
}

const toQr = ({ bankCode, amount, idempotencyKey }: QrInput) => ({
  bankCode,
  qrRequest: { amount },
  'Idempotency-Key': idempotencyKey,
});
const toOrder = (order: QrOrder) => ({ ...order, body: null });
const toGift = ({ link, idempotencyKey }: Keyed & { link: string }) => ({
  giftRequest: { link },
  'Idempotency-Key': idempotencyKey,
});
const toManual = ({ amount, idempotencyKey }: Keyed & { amount: string }) => ({
  manualDepositRequest: { amount },
  'Idempotency-Key': idempotencyKey,
});

export const useCreateQrMutation = () => useAdapted(depositApi.useCreateQrcodeMutation(), toQr);
export const useCancelQrMutation = () => useAdapted(depositApi.useDeleteQrcodeMutation(), toOrder);
export const useSendGiftLinkMutation = () => useAdapted(depositApi.useRedeemGiftMutation(), toGift);
export const useRequestManualDepositMutation = () =>
  useAdapted(depositApi.useAnnounceDepositMutation(), toManual);

export const { useGetQrcodeQuery: useGetQrQuery } = depositApi;
