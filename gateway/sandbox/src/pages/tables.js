// The look of each provider's game. A table has a name, colours, words, and two functions: `lay`
// puts its things on the stage and calls `play(pick)` for a pick, `show` turns them to what was
// drawn. Words are [Thai, Lao, English].
const SVG = (body, box = "0 0 60 60") => `<svg viewBox="${box}" aria-hidden="true">${body}</svg>`;
const FRUIT = [
  '<path fill="#dc2626" d="M30 54 8 30a14 14 0 0 1 22-16 14 14 0 0 1 22 16z"/>',
  '<path fill="#f59e0b" d="m30 4 7 17 19 1-15 12 5 18-16-10-16 10 5-18L4 22l19-1z"/>',
  '<path fill="#7c3aed" d="M30 4 54 30 30 56 6 30z"/>',
  '<circle cx="30" cy="30" r="25" fill="#16a34a"/><path stroke="#bbf7d0" stroke-width="7" d="M30 14v32M14 30h32"/>',
];
const GEMS = [
  '<path fill="#e11d48" d="M14 10h32l10 14-26 30L4 24z"/><path fill="#fda4af" d="M14 10h32l-16 14z"/>',
  '<path fill="#0284c7" d="M30 4 54 18v24L30 56 6 42V18z"/><path fill="#7dd3fc" d="M30 4 54 18 30 30z"/>',
  '<path fill="#059669" d="M18 6h24l12 24-12 24H18L6 30z"/><path fill="#6ee7b7" d="M18 6h24L30 30z"/>',
  '<path fill="#d97706" d="M30 4 56 56H4z"/><path fill="#fcd34d" d="M30 4v52H4z"/>',
  '<circle cx="30" cy="30" r="25" fill="#9333ea"/><circle cx="22" cy="22" r="9" fill="#d8b4fe"/>',
];
const SUITS = ["♠", "♥", "♣", "♦"];
const SUIT_NAMES = [["โพดำ", "ໂພດຳ", "Spades"], ["โพแดง", "ໂພແດງ", "Hearts"], ["ดอกจิก", "ດອກຈິກ", "Clubs"], ["ข้าวหลามตัด", "ເຂົ້າຫຼາມຕັດ", "Diamonds"]];
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const die = (value) => SVG(
  `<rect x="3" y="3" width="54" height="54" rx="12" fill="#fff" stroke="#cbd5e1" stroke-width="2"/>` +
  PIPS[value].map((at) => `<circle cx="${15 + (at % 3) * 15}" cy="${15 + Math.floor(at / 3) * 15}" r="5" fill="${value === 1 ? "#dc2626" : "#1e293b"}"/>`).join(""));
const boxes = (count, draw) => `<div class="things">${Array.from({ length: count }, (_, at) => `<span class="thing">${draw(at)}</span>`).join("")}</div>`;

/** Buttons under the stage, one for each pick. */
function pickButtons(stage, picks, play) {
  const row = document.createElement("div");
  row.className = "picks";
  picks.forEach(([pick, label, note]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.pick = pick;
    button.textContent = label;
    if (note) {
      const small = document.createElement("small");
      small.textContent = note;
      button.append(small);
    }
    button.onclick = () => play(pick);
    row.append(button);
  });
  stage.append(row);
}

const reels = (shapes) => ({
  lay(stage, play, word) {
    stage.innerHTML = boxes(3, (at) => SVG(shapes[at]));
    pickButtons(stage, [["spin", word(["หมุน", "ໝຸນ", "Spin"])]], play);
  },
  show(stage, { reels }) {
    stage.querySelectorAll(".thing").forEach((reel, at) => { reel.innerHTML = SVG(shapes[reels[at]]); });
  },
});
/** Places that are pressed themselves: `hidden` before, `face(at, drawn)` after. */
const places = (count, className, hidden, label, face) => ({
  lay(stage, play, word) {
    stage.innerHTML = `<div class="things ${className}"></div>`;
    for (let at = 0; at < count; at += 1) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "thing";
      button.dataset.pick = at;
      button.setAttribute("aria-label", `${word(label)} ${at + 1}`);
      button.innerHTML = hidden(at);
      button.onclick = () => play(String(at));
      stage.firstElementChild.append(button);
    }
  },
  show(stage, drawn, pick) {
    stage.querySelectorAll(".thing").forEach((thing, at) => {
      thing.innerHTML = face(at, drawn);
      thing.classList.toggle("picked", String(at) === pick);
    });
  },
});
const wheelField = (at) => {
  const angle = (turn) => `${(50 + 48 * Math.sin((turn * Math.PI) / 4)).toFixed(2)} ${(50 - 48 * Math.cos((turn * Math.PI) / 4)).toFixed(2)}`;
  return `M50 50 L${angle(at - 0.5)} A48 48 0 0 1 ${angle(at + 0.5)}Z`;
};
const WHEEL = [0, 2, 0, 1, 0, 3, 0, 2];
const CUP = '<path fill="#dc2626" d="M16 10h28l8 44H8z"/><path fill="#fde68a" d="M14 20h32l2 9H12z"/>';

export const TABLES = {
  pg: { name: "PG Soft", look: ["#140f2d", "#1f1842", "#fde047", "#f5f3ff", "#1f1842"], hint: ["เหมือนกัน 3 ช่อง ได้ 7 เท่า", "ຄືກັນ 3 ຊ່ອງ ໄດ້ 7 ເທົ່າ", "Three alike pay 7 times"], ...reels(FRUIT) },
  pgslot: { name: "PG Slot", look: ["#062330", "#0b3648", "#5eead4", "#ecfeff", "#062330"], hint: ["อัญมณีเหมือนกัน 3 เม็ด ได้ 10 เท่า", "ເພັດພອຍຄືກັນ 3 ເມັດ ໄດ້ 10 ເທົ່າ", "Three gems alike pay 10 times"], ...reels(GEMS) },
  joker2: {
    name: "Joker", look: ["#0b3b2a", "#0f4f38", "#facc15", "#f0fdf4", "#14342a"], hint: ["ทายดอกไพ่ ถูกได้ 4 เท่า", "ທາຍດອກໄພ້ ຖືກໄດ້ 4 ເທົ່າ", "Guess the suit, 4 times"],
    lay(stage, play, word) {
      stage.innerHTML = '<div class="things"><span class="thing card-face">?</span></div>';
      pickButtons(stage, SUITS.map((suit, at) => [String(at), suit, word(SUIT_NAMES[at])]), play);
    },
    show(stage, { suit, rank }) {
      const card = stage.querySelector(".card-face");
      card.textContent = `${{ 1: "A", 11: "J", 12: "Q", 13: "K" }[rank] ?? rank}${SUITS[suit]}`;
      card.style.color = suit % 2 ? "#dc2626" : "#111827";
    },
  },
  betflix: {
    name: "Betflix", look: ["#2b0611", "#430a1c", "#fb7185", "#fff1f2", "#3b0716"], hint: ["เลือกม่าน 1 ผืน ได้สูงสุด 3 เท่า", "ເລືອກຜ້າມ່ານ 1 ຜືນ ໄດ້ສູງສຸດ 3 ເທົ່າ", "Open a curtain, up to 3 times"],
    ...places(4, "two-rows", (at) => `<b class="curtain">${at + 1}</b>`, ["ม่าน", "ຜ້າມ່ານ", "Curtain"], (at, { prizes }) => `<b class="${prizes[at] ? "prize" : "empty"}">× ${prizes[at]}</b>`),
  },
  slotracha: {
    name: "Slot Racha", look: ["#2a1c05", "#3f2a08", "#fbbf24", "#fffbeb", "#3a2607"], hint: ["ทายเหรียญ ถูกได้ 2 เท่า", "ທາຍຫຼຽນ ຖືກໄດ້ 2 ເທົ່າ", "Heads or tails, double"],
    lay(stage, play, word) {
      stage.innerHTML = '<div class="things"><span class="thing coin">?</span></div>';
      this.sides = [word(["หัว", "ຫົວ", "Heads"]), word(["ก้อย", "ກ້ອຍ", "Tails"])];
      pickButtons(stage, this.sides.map((side, at) => [String(at), side]), play);
    },
    show(stage, { side }) { stage.querySelector(".coin").textContent = this.sides[side]; },
  },
  areaslot: {
    name: "Area Slot", look: ["#0d1b3e", "#14275a", "#60a5fa", "#eff6ff", "#0d1b3e"], hint: ["วงล้อ 8 ช่อง ได้สูงสุด 3 เท่า", "ວົງລໍ້ 8 ຊ່ອງ ໄດ້ສູງສຸດ 3 ເທົ່າ", "Eight fields, up to 3 times"],
    lay(stage, play, word) {
      const fields = WHEEL.map((times, at) => `<path d="${wheelField(at)}" fill="${["#334155", "#0ea5e9", "#f59e0b", "#db2777"][times]}" stroke="#fff"/><text x="50" y="17" transform="rotate(${at * 45} 50 50)">×${times}</text>`);
      stage.innerHTML = `<div class="wheel"><i></i>${SVG(`<g class="disc">${fields.join("")}</g>`, "0 0 100 100")}</div>`;
      this.turns = 0;
      pickButtons(stage, [["spin", word(["หมุนวงล้อ", "ໝຸນວົງລໍ້", "Turn the wheel"])]], play);
    },
    show(stage, { field }) {
      this.turns += 2;
      stage.querySelector(".disc").style.transform = `rotate(${this.turns * 360 - field * 45}deg)`;
    },
  },
  circus: {
    name: "Circus", look: ["#3b0d0d", "#571313", "#fca5a5", "#fef2f2", "#451010"], hint: ["ลูกบอลอยู่ถ้วยไหน ถูกได้ 3 เท่า", "ໝາກບານຢູ່ຈອກໃດ ຖືກໄດ້ 3 ເທົ່າ", "Find the ball, 3 times"],
    ...places(3, "", () => SVG(CUP), ["ถ้วย", "ຈອກ", "Cup"], (at, { ball }) => SVG(at === ball ? '<circle cx="30" cy="38" r="18" fill="#facc15"/>' : '<path stroke="#fca5a5" stroke-width="4" stroke-dasharray="6 6" fill="none" d="M16 10h28l8 44H8z"/>')),
  },
  imi: {
    name: "IMI", look: ["#221047", "#33186b", "#c4b5fd", "#f5f3ff", "#2c145c"], hint: ["หาดาว 3 ดวงใน 9 ช่อง ได้ 3 เท่า", "ຊອກຫາດາວ 3 ດວງໃນ 9 ຊ່ອງ ໄດ້ 3 ເທົ່າ", "Three stars in nine tiles, 3 times"],
    ...places(9, "three-rows", () => '<b class="tile"></b>', ["ช่อง", "ຊ່ອງ", "Tile"], (at, { stars }) => (stars.includes(at) ? SVG(FRUIT[1]) : '<b class="empty">·</b>')),
  },
  askmebet: {
    name: "AMB Sport", look: ["#06291a", "#0a3d27", "#4ade80", "#f0fdf4", "#07321f"], hint: ["เจ้าบ้านพบทีมเยือน 90 นาที", "ເຈົ້າບ້ານພົບທີມຢາມ 90 ນາທີ", "Home against away, 90 minutes"],
    lay(stage, play, word) {
      const [home, away] = [word(["เจ้าบ้าน", "ເຈົ້າບ້ານ", "Home"]), word(["ทีมเยือน", "ທີມຢາມ", "Away"])];
      stage.innerHTML = `<div class="score"><span>${home}</span><b>– : –</b><span>${away}</span></div>`;
      pickButtons(stage, [["1", home, "× 2"], ["X", word(["เสมอ", "ສະເໝີ", "Draw"]), "× 4"], ["2", away, "× 2"]], play);
    },
    show(stage, { home, away }) { stage.querySelector(".score b").textContent = `${home} : ${away}`; },
  },
  usun: {
    name: "U-Sun", look: ["#3a1405", "#5a1f08", "#fdba74", "#fff7ed", "#471907"], hint: ["ทอยลูกเต๋า 2 ลูก", "ໂຍນໝາກກະລັອກ 2 ໜ່ວຍ", "Two dice"],
    lay(stage, play, word) {
      stage.innerHTML = boxes(2, (at) => die(at + 3));
      pickButtons(stage, [["under", word(["ต่ำกว่า 7", "ຕ່ຳກວ່າ 7", "Under 7"]), "× 2"], ["seven", "7", "× 5"], ["over", word(["สูงกว่า 7", "ສູງກວ່າ 7", "Over 7"]), "× 2"]], play);
    },
    show(stage, { dice }) { stage.querySelectorAll(".thing").forEach((thing, at) => { thing.innerHTML = die(dice[at]); }); },
  },
  huayhd: {
    name: "Huay HD", look: ["#0b2e2b", "#104440", "#fcd34d", "#fefce8", "#0d3936"], hint: ["2 ตัวตรงได้ 90 เท่า เลขท้าย 1 ตัวได้ 9 เท่า", "2 ຕົວຕົງໄດ້ 90 ເທົ່າ ເລກທ້າຍ 1 ຕົວໄດ້ 9 ເທົ່າ", "Two digits pay 90 times, the last one 9 times"],
    lay(stage, play, word) {
      stage.innerHTML = boxes(2, () => "<b>?</b>") + '<label class="number"><span></span><input inputmode="numeric" maxlength="2" pattern="[0-9]{1,2}" value="7"></label>';
      stage.querySelector("label span").textContent = word(["เลขของคุณ (1 หรือ 2 ตัว)", "ເລກຂອງທ່ານ (1 ຫຼື 2 ຕົວ)", "Your number (1 or 2 digits)"]);
      pickButtons(stage, [["buy", word(["ซื้อเลขนี้", "ຊື້ເລກນີ້", "Buy this number"])]], () => play(stage.querySelector("input").value.trim()));
    },
    show(stage, { number }) { stage.querySelectorAll(".thing b").forEach((ball, at) => { ball.textContent = number[at]; }); },
  },
};
/** A provider of one's own configuration tosses the coin. */
export const tableOf = (provider) => TABLES[provider] ?? { ...TABLES.slotracha, name: provider.toUpperCase() };
