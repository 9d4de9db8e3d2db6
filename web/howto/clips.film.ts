import { expect, type Locator } from '@playwright/test';
import { payQr, playRound, readOneTimeCode } from '../e2e/outside';
import { test } from '../e2e/story';
import { Film } from './film';

const GAME = 'PG Soft';
const WELCOME = 'โบนัสต้อนรับสมาชิกใหม่ 100%';

test.use({ cast: { th: ['มะลิ', 'ใจเย็น'], en: ['Mali', 'Jaiyen'] } });

test('five clips', async ({ page, request, portal, words, player }) => {
  test.setTimeout(600_000);
  const link = (id: string) => page.getByRole('link', { name: words(id), exact: true }).last();
  const goHome = async () => {
    await link('nav.home').click();
    await expect(portal.balances()).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
  };
  const seen = (place: Locator) => () => expect(place).toBeVisible();
  const gone = (place: Locator) => () => expect(place).toBeHidden();

  await portal.join(player, () => readOneTimeCode(request, player.phone));
  // The bubble would stand on what is shown.
  await page.addStyleTag({
    content: `aside[aria-label="${words('chat.chat')}"] { display: none }`,
  });
  await portal.payIn((payload) => payQr(request, payload), '500');

  await test.step('wallet', async () => {
    const film = new Film(page, 'wallet');
    const deposit = portal.dialog(words('deposit.deposit'));
    const withdraw = portal.dialog(words('withdraw.withdraw'));
    const review = portal.dialog(words('money.reviewTitle'));
    await film.show(
      {
        th: 'แตะ “ฝากเงิน” ที่หน้าหลัก',
        la: 'ແຕະ “ຝາກເງິນ” ທີ່ໜ້າຫຼັກ',
        en: 'Tap “Deposit” on the home screen',
      },
      2.4,
      portal.button('deposit.deposit'),
      seen(deposit.getByRole('tabpanel').getByRole('listitem').first()),
    );
    await film.show(
      {
        th: 'โอนไปยังบัญชีที่แสดง แล้วอัปโหลดสลิป',
        la: 'ໂອນໄປບັນຊີທີ່ສະແດງ ແລ້ວອັບໂຫຼດສະລິບ',
        en: 'Transfer to the account shown, then upload the slip',
      },
      3,
      portal.button('common.close', deposit).first(),
      gone(deposit),
    );
    const amount = portal.field('withdraw.amount', withdraw);
    const take = {
      th: 'แตะ “ถอนเงิน” แล้วใส่จำนวนเงิน',
      la: 'ແຕະ “ຖອນເງິນ” ແລ້ວປ້ອນຈຳນວນເງິນ',
      en: 'Tap “Withdraw” and enter the amount',
    };
    await film.show(take, 1.6, portal.button('withdraw.withdraw'), async () => {
      await amount.fill('200');
    });
    await film.show(take, 2, portal.button('common.next', withdraw), seen(review));
    await film.show(
      {
        th: 'ตรวจสอบบัญชีปลายทางก่อนยืนยัน',
        la: 'ກວດບັນຊີປາຍທາງກ່ອນຢືນຢັນ',
        en: 'Check the account before you confirm',
      },
      2.6,
    );
    await portal.button('common.close', review).click();
    await expect(review).toBeHidden();
    await link('nav.statement').click();
    await expect(page.getByRole('main').getByText('+฿500.00')).toBeVisible();
    await film.show(
      {
        th: 'ทุกรายการอยู่ใน “ประวัติรายการ”',
        la: 'ທຸກລາຍການຢູ່ໃນ “ປະຫວັດລາຍການ”',
        en: 'Each movement is listed under “Statement”',
      },
      2.6,
    );
    await film.develop(1);
    await goHome();
  });

  await test.step('getBonus', async () => {
    const film = new Film(page, 'getBonus');
    const card = page.getByRole('button').filter({ hasText: WELCOME });
    const offer = portal.dialog(WELCOME);
    await film.show(
      { th: 'แตะ “โบนัส” ที่หน้าหลัก', la: 'ແຕະ “ໂບນັດ” ທີ່ໜ້າຫຼັກ', en: 'Tap “Bonus” on the home screen' },
      2.4,
      portal.button('nav.bonus'),
      seen(card),
    );
    await card.scrollIntoViewIfNeeded();
    await film.show(
      { th: 'เลือกโบนัส', la: 'ເລືອກໂບນັດ', en: 'Choose a bonus' },
      2.2,
      card,
      seen(portal.button('bonus.receive', offer)),
    );
    await film.show(
      {
        th: 'อ่านเงื่อนไขให้ครบ แล้วจึงกดรับ',
        la: 'ອ່ານເງື່ອນໄຂໃຫ້ຄົບ ແລ້ວຈຶ່ງກົດຮັບ',
        en: 'Read all conditions before you take it',
      },
      3.4,
      portal.button('bonus.receive', offer),
      seen(portal.button('bonus.end')),
    );
    await page.evaluate(() => scrollTo(0, 0));
    await film.show(
      {
        th: 'โบนัสที่ใช้อยู่แสดงที่นี่ ครั้งละหนึ่งโบนัส',
        la: 'ໂບນັດທີ່ໃຊ້ຢູ່ສະແດງບ່ອນນີ້ ເທື່ອລະໜຶ່ງໂບນັດ',
        en: 'The active bonus shows here, one at a time',
      },
      3,
    );
    await film.develop(2);
    await goHome();
  });

  let username = '';
  await test.step('play', async () => {
    const film = new Film(page, 'play');
    const open = portal.button('home.game.openNamed').or(
      page.getByRole('button', {
        name: words('home.game.openNamed', { name: GAME }),
        exact: true,
      }),
    );
    const game = portal.dialog(GAME);
    const transfer = portal.dialog(words('transfer.transfer'));
    await portal.game(GAME).first().scrollIntoViewIfNeeded();
    await open.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await film.show(
      {
        th: 'เลือกเกม แล้วแตะ “เปิดบัญชี”',
        la: 'ເລືອກເກມ ແລ້ວແຕະ “ເປີດບັນຊີ”',
        en: 'Choose a game and tap “Open account”',
      },
      2.4,
      open,
      seen(portal.button('game.open', game)),
    );
    const activated = page.waitForResponse(/\/api\/wallet\/activate\//);
    await film.show(
      { th: 'เปิดบัญชีเกมครั้งเดียว', la: 'ເປີດບັນຊີເກມເທື່ອດຽວ', en: 'The account is opened once' },
      2,
      portal.button('game.open', game),
      seen(game.getByText(words('game.username'), { exact: true })),
    );
    username = ((await (await activated).json()) as { account: { username: string } }).account
      .username;
    await film.show(
      {
        th: 'แตะ “เข้าเล่นเกม” เพื่อไปหน้าของค่ายเกม',
        la: 'ແຕະ “ເຂົ້າຫຼິ້ນເກມ” ເພື່ອໄປໜ້າຂອງຄ່າຍເກມ',
        en: 'Tap “Play” to go to the provider’s page',
      },
      2.8,
      portal.button('common.close', game).first(),
      gone(game),
    );
    const into = words('home.game.transferInto', { name: GAME });
    const money = {
      th: 'โอนเงินจากกระเป๋าหลักเข้าเกม',
      la: 'ໂອນເງິນຈາກກະເປົາຫຼັກເຂົ້າເກມ',
      en: 'Transfer money from the wallet into the game',
    };
    await film.show(money, 1.8, page.getByRole('button', { name: into, exact: true }), () =>
      portal.field('common.amount', transfer).fill('300'),
    );
    await film.show(
      money,
      2,
      portal.button('common.next', transfer),
      seen(portal.dialog(words('money.reviewTitle'))),
    );
    const review = portal.dialog(words('money.reviewTitle'));
    await film.show(
      { th: 'ตรวจสอบ แล้วยืนยัน', la: 'ກວດເບິ່ງ ແລ້ວຢືນຢັນ', en: 'Check it and confirm' },
      2,
      portal.button('transfer.confirm', review),
      seen(transfer.getByText(words('transfer.success'))),
    );
    await film.show(
      {
        th: 'โอนกลับเข้ากระเป๋าได้ทุกเมื่อ',
        la: 'ໂອນກັບເຂົ້າກະເປົາໄດ້ທຸກເວລາ',
        en: 'Transfer it back at any time',
      },
      2,
    );
    await portal.button('money.done', transfer).click();
    await film.develop(2);
    await goHome();
  });

  await test.step('balance', async () => {
    const film = new Film(page, 'balance');
    const panel = portal.balances();
    await film.show(
      {
        th: 'ยอดเงินรวมอยู่ด้านบนของหน้าหลัก',
        la: 'ຍອດເງິນລວມຢູ່ດ້ານເທິງຂອງໜ້າຫຼັກ',
        en: 'The total balance is at the top of the home screen',
      },
      2.4,
    );
    await film.show(
      {
        th: 'แตะปุ่มอัปเดตเพื่อถามยอดล่าสุดจากทุกค่ายเกม',
        la: 'ແຕະປຸ່ມອັບເດດເພື່ອຖາມຍອດຫຼ້າສຸດຈາກທຸກຄ່າຍເກມ',
        en: 'Tap refresh to ask all providers for the newest balances',
      },
      3.2,
      portal.button('common.refresh', panel),
    );
    const eye = {
      th: 'แตะรูปดวงตาเพื่อซ่อนหรือแสดงยอดเงิน',
      la: 'ແຕະຮູບດວງຕາເພື່ອເຊື່ອງ ຫຼື ສະແດງຍອດເງິນ',
      en: 'Tap the eye to hide or show amounts',
    };
    const eyeButton = panel.locator('button[aria-pressed]').first();
    await film.show(eye, 2, eyeButton);
    await film.show(eye, 1.8, eyeButton);
    await film.show(
      {
        th: 'ยอดของแต่ละเกมอยู่ด้านล่าง',
        la: 'ຍອດຂອງແຕ່ລະເກມຢູ່ດ້ານລຸ່ມ',
        en: 'Each game’s balance is further down',
      },
      1,
    );
    await portal
      .game(GAME)
      .first()
      .evaluate((card) => card.scrollIntoView({ block: 'center' }));
    await film.show(
      {
        th: 'ยอดของแต่ละเกมอยู่ด้านล่าง',
        la: 'ຍອດຂອງແຕ່ລະເກມຢູ່ດ້ານລຸ່ມ',
        en: 'Each game’s balance is further down',
      },
      2.4,
    );
    await film.develop(0);
  });

  await test.step('endBonus', async () => {
    await playRound(request, 'pg', username, { stake: '100.00', win: '3000.00' });
    await goHome();
    await portal.button('nav.bonus').click();
    const film = new Film(page, 'endBonus');
    const won = page.getByText(words('bonus.standing.won'));
    const confirm = page.getByRole('alertdialog');
    await portal.button('bonus.end').waitFor();
    await film.show(
      {
        th: 'อัปเดตยอดเงินทุกบัญชีที่หน้า “โบนัส”',
        la: 'ອັບເດດຍອດເງິນທຸກບັນຊີທີ່ໜ້າ “ໂບນັດ”',
        en: 'Refresh all balances on the “Bonus” page',
      },
      2.8,
      portal.button('common.refresh'),
      seen(won),
    );
    await won.evaluate((text) => text.scrollIntoView({ block: 'center' }));
    await film.show(
      {
        th: 'ตรวจสอบว่าครบเงื่อนไขแล้ว',
        la: 'ກວດເບິ່ງວ່າຄົບເງື່ອນໄຂແລ້ວ',
        en: 'Check that the conditions are met',
      },
      2.6,
    );
    await portal.button('bonus.end').evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await film.show(
      { th: 'แตะ “จบโบนัส”', la: 'ແຕະ “ຈົບໂບນັດ”', en: 'Tap “End bonus”' },
      2,
      portal.button('bonus.end'),
      seen(confirm),
    );
    await film.show(
      {
        th: 'เมื่อจบแล้วจะย้อนกลับไม่ได้',
        la: 'ເມື່ອຈົບແລ້ວຈະກັບຄືນບໍ່ໄດ້',
        en: 'Ending a bonus cannot be undone',
      },
      2.8,
      portal.button('bonus.end', confirm),
      gone(confirm),
    );
    await page.evaluate(() => scrollTo(0, 0));
    await film.show(
      {
        th: 'จบโบนัสแล้วจึงถอนเงินได้',
        la: 'ຈົບໂບນັດແລ້ວຈຶ່ງຖອນເງິນໄດ້',
        en: 'Once it has ended you can withdraw',
      },
      2.4,
    );
    await film.develop(3);
  });
});
