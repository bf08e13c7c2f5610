"""Models of clubs: members and their rights, ways in, rules, talk, seasons, and challenges."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.matches import Ruleset
from games.models.people import Player
from games.models.tables import invite_token, public_id

NOT_DISSOLVED: Final = Q(dissolved_at=None)


class ClubEntry(models.TextChoices):
    """Way in which players become members of a club: open, on request or by invitation."""

    OPEN = "open"
    REQUEST = "request"
    INVITATION = "invitation"


class ClubRole(models.TextChoices):
    """Role of a member; the rules about roles are in `games.clubs.rules.rights`."""

    OWNER = "owner"
    ADMIN = "admin"
    OFFICER = "officer"
    MEMBER = "member"


class Club(models.Model):
    """A club: players who play together. Every step that concerns members locks its row first.

    A dissolved club keeps its row and its handle, and has no members.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id)
    handle = models.CharField(max_length=24, help_text="In addresses: a-z, digits, hyphens.")
    look = models.CharField(
        max_length=60, unique=True, help_text="Skeleton of the handle: no two look alike."
    )
    name = models.CharField(max_length=40)
    description = models.CharField(max_length=500, blank=True)
    emblem = models.CharField(max_length=3, help_text="Code of a card: O7.")
    entry = models.CharField(max_length=10, choices=ClubEntry, default=ClubEntry.REQUEST)
    members_visible = models.BooleanField(default=True, help_text="To those who are no members.")
    talk_public = models.BooleanField(default=False, help_text="Everybody reads the talk page.")
    tables_closed = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Only members sit down at its tables, and watch them.",
    )
    language = models.CharField(max_length=8, blank=True)
    place = models.CharField(max_length=40, blank=True)
    member_count = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(
        default=0, help_text="By which lists are ordered: members where visible, else 0."
    )
    created_at = models.DateTimeField(default=timezone.now)
    dissolved_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "club")
        verbose_name_plural = pgettext_lazy("model", "clubs")
        constraints = [models.UniqueConstraint(Lower("handle"), name="club_handle_once")]
        indexes = [
            models.Index(fields=["-size", "-id"], name="club_largest", condition=NOT_DISSOLVED),
            models.Index(
                fields=["entry", "-size", "-id"], name="club_by_entry", condition=NOT_DISSOLVED
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ClubSearchTail(models.Model):
    """A text whose beginning finds a club in searches: its handle, or its name from one word on."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tails")
    text = models.CharField(max_length=80)

    class Meta:
        verbose_name = pgettext_lazy("model", "search text of a club")
        verbose_name_plural = pgettext_lazy("model", "search texts of clubs")
        indexes = [models.Index(fields=["text", "club"], name="club_tail_text")]

    def __str__(self) -> str:
        return self.text


class ClubMember(models.Model):
    """A player's membership of a club, with role and rights."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_memberships")
    role = models.CharField(max_length=7, choices=ClubRole, default=ClubRole.MEMBER)
    rights = models.PositiveIntegerField(
        default=0, help_text="Bits of games.clubs.rules.rights.Right."
    )
    joined_at = models.DateTimeField(default=timezone.now)
    last_active = models.DateTimeField(
        default=timezone.now, help_text="Latest match at a table of the club, or step in it."
    )
    calendar = models.CharField(
        max_length=32, unique=True, default=invite_token, help_text="Secret of the calendar feed."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "member of a club")
        verbose_name_plural = pgettext_lazy("model", "members of clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="club_member_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="owner"), name="club_owner_once"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "role", "id"], name="club_member_roles"),
            models.Index(fields=["role", "last_active"], name="club_member_idle"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"


class ClubRequest(models.Model):
    """A player's request to become a member; refused ones are kept for a while."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="requests", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_requests")
    message = models.CharField(max_length=280, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    refused_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "request to a club")
        verbose_name_plural = pgettext_lazy("model", "requests to clubs")
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="club_request_once")]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.club_id}"


class ClubInvitation(models.Model):
    """An invitation of a player to a club; answered ones are kept to count them."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_invitations")
    inviter = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="sent_club_invitations", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "invitation to a club")
        verbose_name_plural = pgettext_lazy("model", "invitations to clubs")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"], condition=Q(answered_at=None), name="club_invited_once"
            )
        ]
        indexes = [models.Index(fields=["inviter", "created_at"], name="club_invited_by")]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.club_id}"


class ClubLink(models.Model):
    """A link by which anybody who has it becomes a member, until it expires or is used up."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links")
    token = models.CharField(max_length=32, unique=True, default=invite_token)
    creator = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="club_links"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    max_uses = models.PositiveSmallIntegerField()
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "link to a club")
        verbose_name_plural = pgettext_lazy("model", "links to clubs")
        constraints = [
            models.CheckConstraint(
                condition=Q(uses__lte=models.F("max_uses")), name="club_link_uses"
            )
        ]

    def __str__(self) -> str:
        return f"link to {self.club_id}"


class ClubBan(models.Model):
    """A ban of a player from a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bans", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_bans")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=140, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "player kept from a club")
        verbose_name_plural = pgettext_lazy("model", "players kept from clubs")
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="club_ban_once")]

    def __str__(self) -> str:
        return f"{self.player_id} kept from {self.club_id}"


class ClubLogKind(models.TextChoices):
    """Kind of an entry in a club's log."""

    FOUNDED = "founded"
    JOINED = "joined"
    LEFT = "left"
    KICKED = "kicked"
    BANNED = "banned"
    UNBANNED = "unbanned"
    ROLE = "role"
    RIGHTS = "rights"
    OWNER = "owner"
    SETTINGS = "settings"
    LINK = "link"
    RULES = "rules"
    NEWS = "news"
    CHALLENGE = "challenge"
    DISSOLVED = "dissolved"


class ClubLog(models.Model):
    """An entry of a club's log: who did what to whom, and when. Entries are only added."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log", db_index=False)
    kind = models.CharField(max_length=9, choices=ClubLogKind)
    actor = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Whom it concerns, where that is not the actor.",
    )
    note = models.CharField(max_length=60, blank=True, help_text="A role, or names of fields.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "entry of a club's log")
        verbose_name_plural = pgettext_lazy("model", "entries of clubs' logs")
        indexes = [
            models.Index(fields=["club", "-id"], name="club_log_newest"),
            models.Index(fields=["actor", "kind", "at"], name="club_log_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.club_id}"


class ClubRuleset(models.Model):
    """Rules by which a club plays, stored under a name that is unique in the club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulesets")
    name = models.CharField(max_length=40)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="+")
    players = models.PositiveSmallIntegerField(help_text="Seats of a table.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "rules of a club")
        verbose_name_plural = pgettext_lazy("model", "rules of clubs")
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="club_ruleset_name_once")
        ]

    def __str__(self) -> str:
        return self.name


class ClubPost(models.Model):
    """A post of a club's talk page."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="posts", db_index=False)
    author = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_posts")
    reply_to = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=1000)
    created_at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("model", "post in a club")
        verbose_name_plural = pgettext_lazy("model", "posts in clubs")
        indexes = [models.Index(fields=["club", "-id"], name="club_post_newest")]

    def __str__(self) -> str:
        return f"post {self.pk} in {self.club_id}"
