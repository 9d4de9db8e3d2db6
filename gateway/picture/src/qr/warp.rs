//! Where the modules of a QR are in a picture: seen in perspective, and on paper that may bend.

/// A point of a picture, in dots.
pub(crate) type Point = (f32, f32);

/// The middles of three corner patterns and the fourth point of their quadrangle (x and y of the
/// corner between both arms, of the arm across, of the arm down, of the far point), and how much
/// the sides bend.
pub(crate) type Parameters = [f32; 12];

/// Maps the square of these four middles, 0 to 1 each way, to a picture.
pub(crate) struct Warp {
    origin: Point,
    across: Point,
    down: Point,
    shrink: Point,
    bend: [f32; 4],
}

impl Warp {
    /// From a square to a quadrangle, in the closed form that Heckbert has published.
    pub(crate) fn of(parameters: &Parameters) -> Self {
        let [ax, ay, bx, by, cx, cy, dx, dy, bend @ ..] = *parameters;
        let (sum_x, sum_y) = (ax - bx + dx - cx, ay - by + dy - cy);
        let (right_x, right_y) = (bx - dx, by - dy);
        let (below_x, below_y) = (cx - dx, cy - dy);
        let area = right_x * below_y - below_x * right_y;
        let area = if area.abs() < 1e-6 { 1e-6 } else { area };
        let across = (sum_x * below_y - below_x * sum_y) / area;
        let down = (right_x * sum_y - sum_x * right_y) / area;
        Self {
            origin: (ax, ay),
            across: (bx - ax + across * bx, by - ay + across * by),
            down: (cx - ax + down * cx, cy - ay + down * cy),
            shrink: (across, down),
            bend,
        }
    }

    pub(crate) fn map(&self, (u, v): Point) -> Point {
        let (hump_u, hump_v) = (u * (1. - u), v * (1. - v));
        let bend = self.bend;
        let (u, v) = (
            u + bend[0] * hump_u + bend[1] * hump_v,
            v + bend[2] * hump_u + bend[3] * hump_v,
        );
        let depth = (1. + self.shrink.0 * u + self.shrink.1 * v).max(0.05);
        (
            (self.origin.0 + self.across.0 * u + self.down.0 * v) / depth,
            (self.origin.1 + self.across.1 * u + self.down.1 * v) / depth,
        )
    }
}
