"""Horses, facing left, for the knights: a coat, a gait, and harness."""

from __future__ import annotations

from typing import NamedTuple

from .curves import Joint
from .figure import sleeve
from .palette import GOLD, INK, NIGHT, RED, WHITE
from .svg import beads, circle, ellipse, flat, path


class Coat(NamedTuple):
    """The colours of a horse: body, far legs and shade, mane and tail, hooves."""

    body: str
    shade: str
    mane: str
    hoof: str


COATS: dict[str, Coat] = {
    "O": Coat("#f1ede2", "#cfc7b4", "#b9b09a", "#6b5b45"),
    "C": Coat("#b9652b", "#8a4519", "#4a2411", "#3a2415"),
    "E": Coat("#3d3f4e", "#282a37", "#14151d", "#8a7a5a"),
    "B": Coat("#d9b26a", "#b0863f", "#f4ead0", "#5a4224"),
}


class Gait(NamedTuple):
    """Where the joints of the legs are: near fore, far fore, near hind, far hind."""

    near_fore: tuple[Joint, ...]
    far_fore: tuple[Joint, ...]
    near_hind: tuple[Joint, ...]
    far_hind: tuple[Joint, ...]


TROT = Gait(
    ((74, 214, 12), (54, 232, 8.4), (42, 244, 7), (50, 258, 5), (54, 266, 5)),
    ((88, 220, 10), (86, 246, 7.4), (87, 262, 6.4), (84, 280, 4.8), (82, 288, 5)),
    ((148, 208, 17), (152, 232, 11), (158, 250, 7.6), (152, 274, 5.4), (150, 288, 5.4)),
    ((134, 216, 12), (130, 240, 8.4), (138, 256, 6.4), (126, 274, 4.8), (120, 284, 5)),
)
WALK = Gait(
    ((76, 214, 12), (72, 242, 8), (71, 258, 6.8), (68, 278, 5), (66, 288, 5.2)),
    ((84, 218, 10), (66, 238, 7.6), (56, 248, 6.4), (60, 264, 4.8), (62, 274, 5)),
    ((148, 208, 17), (148, 232, 11), (158, 252, 7.6), (158, 276, 5.4), (156, 288, 5.4)),
    ((134, 216, 12), (124, 240, 8.4), (130, 258, 6.4), (120, 278, 4.8), (117, 288, 5)),
)
REAR = Gait(
    ((74, 212, 12), (48, 216, 8.4), (34, 224, 6.8), (38, 240, 5), (44, 246, 5)),
    ((82, 220, 10), (60, 236, 7.6), (48, 246, 6.4), (54, 260, 4.8), (60, 265, 5)),
    ((148, 208, 17), (146, 234, 11), (154, 254, 7.6), (146, 280, 5.4), (141, 292, 5.4)),
    ((136, 216, 12), (124, 240, 8.4), (132, 258, 6.4), (118, 278, 4.8), (110, 286, 5)),
)


def horse(coat: Coat, gait: Gait) -> str:
    """The horse without harness."""
    far = _leg(gait.far_fore, coat.shade, coat.hoof) + _leg(gait.far_hind, coat.shade, coat.hoof)
    near = _leg(gait.near_hind, coat.body, coat.hoof) + _leg(gait.near_fore, coat.body, coat.hoof)
    return _tail(coat) + far + near + _trunk(coat) + _haunch(coat) + _mane(coat) + _muzzle()


def _leg(joints: tuple[Joint, ...], fill: str, hoof: str) -> str:
    """A leg from the body to its hoof, which lies along the last bone."""
    (ax, ay, _), (bx, by, w) = joints[-2], joints[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    toe, heel = w + 3.6, w + 1.4
    top_left, top_right = (bx - uy * -w, by + ux * -w), (bx + uy * -w, by - ux * -w)
    foot_left = (bx + ux * 8 - uy * -toe, by + uy * 8 + ux * -toe)
    foot_right = (bx + ux * 8 + uy * -heel, by + uy * 8 - ux * -heel)
    corners = (top_left, foot_left, foot_right, top_right)
    return sleeve(joints, fill) + path("M" + "L".join(f"{x} {y}" for x, y in corners) + "Z", hoof)


def _tail(coat: Coat) -> str:
    """A long tail that stands off and falls."""
    tail = path(
        (
            "M160 184C178 178 186 196 182 222C180 240 172 250 176 "
            "264C164 262 158 248 164 230C168 214 168 202 156 198Z"
        ),
        coat.mane,
        1.6,
    )
    return tail + path(
        "M166 188C178 192 178 212 174 228C171 240 168 248 170 258M164 194C172 202 172 216 168 230",
        width=0.9,
        stroke=NIGHT,
    )


def _trunk(coat: Coat) -> str:
    """Head, neck, chest, belly and back in one outline."""
    far_ear = path("M70 124L74 110L80 124Z", coat.shade, 1.4)
    d = (
        "M96 172C90 156 84 140 74 128L70 112L62 125C55 131 50 142 45 152C41 158 34 163 32 170"
        "C30 177 34 182 40 181"
        "C47 180 52 174 59 173C64 171 67 168 70 168C72 176 65 "
        "186 61 196C56 212 66 226 82 230C102 236 124 232 142 226"
        "C158 224 171 212 169 196C167 180 154 173 140 175C124 178 110 177 96 172Z"
    )
    shade = flat(
        "M64 214C70 226 84 229 96 231C114 234 132 229 146 "
        "224C130 224 112 228 96 224C80 222 70 218 64 214Z",
        coat.shade,
    )
    neck = flat(
        "M84 150C88 160 92 170 98 178C90 182 82 186 76 182C84 176 86 164 84 150Z", coat.shade
    )
    return far_ear + path(d, coat.body, 1.9) + shade + neck


def _haunch(coat: Coat) -> str:
    """The near hind quarter and shoulder, over the joins of the legs."""
    cover = flat(
        "M134 200C136 190 150 184 160 190C168 196 166 214 160 230L140 236C132 226 131 212 134 200Z",
        coat.body,
    )
    cover += flat(
        "M66 204C72 198 84 200 86 210C88 220 80 226 70 226C62 222 62 212 66 204Z", coat.body
    )
    return cover + path("M133 214C134 226 138 232 141 238M86 208C88 218 82 226 72 228", width=1.1)


def _mane(coat: Coat) -> str:
    """Locks along the crest and a forelock."""
    locks = (
        "M72 119C84 120 98 142 104 172C98 172 94 168 92 "
        "164C92 168 88 166 86 160C86 164 81 160 80 154"
        "C79 158 75 154 74 147C72 150 69 144 69 137C64 144 58 146 53 146C59 140 63 130 66 122Z"
    )
    return path(locks, coat.mane, 1.4) + path(
        "M76 126C86 136 93 150 96 164M72 130C79 138 85 148 88 158", width=0.9, stroke=NIGHT
    )


def _muzzle() -> str:
    """Eye, nostril and mouth."""
    eye = path("M51 151Q55 146 60 150Q56 155 51 151Z", WHITE, 1) + circle(
        55.6, 150.6, 1.8, INK, stroke="none"
    )
    return (
        eye
        + ellipse(36.6, 171, 1.5, 2.3, INK, stroke="none", turn=30)
        + path("M34 177C38 178 43 176 45.4 173", width=1)
    )


def bridle(leather: str = RED, studs: str = GOLD) -> str:
    """Headstall, reins and breast strap."""
    straps = "M47 148C50 156 52 166 52 176M65 126C66 138 68 152 68 168M46 160C54 158 62 158 68 160"
    reins = "M51 170C66 186 88 182 104 172"
    breast = "M66 182C74 194 86 202 100 206"
    lines = path(straps + reins, width=4) + path(straps + reins, width=2.2, stroke=leather)
    lines += path(breast, width=8.4) + path(breast, width=6, stroke=leather)
    return (
        lines
        + beads(((51.4, 168), (68, 160)), 2.6, studs)
        + beads(((70, 188), (78, 196), (88, 202)), 2.1, studs)
    )


def saddle_cloth(fill: str, trim: str, badge: str) -> str:
    """A cloth under the saddle with a border and a badge."""
    cloth = path("M98 172C112 180 132 180 146 173L153 216C136 226 114 226 98 219Z", fill, 1.7)
    border = path("M98 210C114 217 135 217 151.6 207L153 216C136 226 114 226 98 219Z", trim, 1.3)
    return (
        cloth
        + border
        + path("M134 184l7 9l-7 9l-7-9Z", badge, 1.1)
        + circle(134, 193, 2.2, fill, 0.8)
    )


def breeching(leather: str = RED, studs: str = GOLD) -> str:
    """The strap round the hind quarters."""
    strap = "M150 190C158 190 164 194 168 200"
    return (
        path(strap, width=6.4)
        + path(strap, width=4, stroke=leather)
        + beads(((155, 191), (162, 194.6)), 1.7, studs)
    )


def barding(fill: str, trim: str, lining: str) -> str:
    """A war horse's long cloth with dags, over chest and quarters, and a gilt steel chanfron."""
    rear = path(
        (
            "M140 174C156 170 172 182 171 200C171 222 172 240 "
            "174 256L165 248L158 258L150 248L142 257L136 246"
            "C134 220 136 196 140 174Z"
        ),
        fill,
        1.7,
    )
    rear += path("M137 238L143 247L150 239L158 248L165 239L173 246", width=2.6, stroke=trim)
    front = path(
        (
            "M98 172C90 160 84 152 80 146C76 160 64 176 58 "
            "196C52 212 50 228 52 244L60 236L67 246L75 237"
            "L83 246L91 236L100 240C98 214 98 192 98 172Z"
        ),
        fill,
        1.7,
    )
    front += path("M53 234L60 226L67 236L75 227L83 236L91 226L100 231", width=2.6, stroke=trim)
    chanfron = path("M64 124C56 132 48 148 41 160L47 166C54 158 62 150 68 140Z", lining, 1.4)
    return rear + front + chanfron
