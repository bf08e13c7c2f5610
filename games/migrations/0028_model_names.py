"""Name each model for the admin, in the singular and in the plural. The database stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_exercises_that_ask_something"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="action",
            options={
                "ordering": ["seq", "sub"],
                "verbose_name": "action",
                "verbose_name_plural": "actions",
            },
        ),
        migrations.AlterModelOptions(
            name="block",
            options={"verbose_name": "block", "verbose_name_plural": "blocks"},
        ),
        migrations.AlterModelOptions(
            name="chatline",
            options={
                "ordering": ["pk"],
                "verbose_name": "chat line",
                "verbose_name_plural": "chat lines",
            },
        ),
        migrations.AlterModelOptions(
            name="chipaccount",
            options={"verbose_name": "chip account", "verbose_name_plural": "chip accounts"},
        ),
        migrations.AlterModelOptions(
            name="chipentry",
            options={"verbose_name": "chip entry", "verbose_name_plural": "chip entries"},
        ),
        migrations.AlterModelOptions(
            name="chiptransfer",
            options={"verbose_name": "chip transfer", "verbose_name_plural": "chip transfers"},
        ),
        migrations.AlterModelOptions(
            name="countedmatch",
            options={"verbose_name": "counted match", "verbose_name_plural": "counted matches"},
        ),
        migrations.AlterModelOptions(
            name="dailydeal",
            options={
                "ordering": ["-day"],
                "verbose_name": "deal of the day",
                "verbose_name_plural": "deals of the day",
            },
        ),
        migrations.AlterModelOptions(
            name="dailylook",
            options={
                "verbose_name": "look at a deal of the day",
                "verbose_name_plural": "looks at deals of the day",
            },
        ),
        migrations.AlterModelOptions(
            name="dailypuzzle",
            options={
                "verbose_name": "puzzle of the day",
                "verbose_name_plural": "puzzles of the day",
            },
        ),
        migrations.AlterModelOptions(
            name="dailystreak",
            options={
                "verbose_name": "streak of daily deals",
                "verbose_name_plural": "streaks of daily deals",
            },
        ),
        migrations.AlterModelOptions(
            name="dailytry",
            options={
                "verbose_name": "attempt at a deal of the day",
                "verbose_name_plural": "attempts at deals of the day",
            },
        ),
        migrations.AlterModelOptions(
            name="dayfigures",
            options={"verbose_name": "day figures", "verbose_name_plural": "day figures"},
        ),
        migrations.AlterModelOptions(
            name="deadline",
            options={"verbose_name": "deadline", "verbose_name_plural": "deadlines"},
        ),
        migrations.AlterModelOptions(
            name="deal",
            options={
                "ordering": ["number"],
                "verbose_name": "deal",
                "verbose_name_plural": "deals",
            },
        ),
        migrations.AlterModelOptions(
            name="dealerdraw",
            options={
                "verbose_name": "draw for the first dealer",
                "verbose_name_plural": "draws for the first dealer",
            },
        ),
        migrations.AlterModelOptions(
            name="dealnonce",
            options={"verbose_name": "nonce of a deal", "verbose_name_plural": "nonces of deals"},
        ),
        migrations.AlterModelOptions(
            name="dealreport",
            options={
                "verbose_name": "failed check of a deal",
                "verbose_name_plural": "failed checks of deals",
            },
        ),
        migrations.AlterModelOptions(
            name="dealsecret",
            options={"verbose_name": "secret of a deal", "verbose_name_plural": "secrets of deals"},
        ),
        migrations.AlterModelOptions(
            name="exercisetry",
            options={
                "verbose_name": "exercise attempt",
                "verbose_name_plural": "exercise attempts",
            },
        ),
        migrations.AlterModelOptions(
            name="follow",
            options={"verbose_name": "follow", "verbose_name_plural": "follows"},
        ),
        migrations.AlterModelOptions(
            name="match",
            options={"verbose_name": "match", "verbose_name_plural": "matches"},
        ),
        migrations.AlterModelOptions(
            name="matchanalysis",
            options={"verbose_name": "match analysis", "verbose_name_plural": "match analyses"},
        ),
        migrations.AlterModelOptions(
            name="matchpot",
            options={"verbose_name": "pot of a match", "verbose_name_plural": "pots of matches"},
        ),
        migrations.AlterModelOptions(
            name="matchrecord",
            options={"verbose_name": "match record", "verbose_name_plural": "match records"},
        ),
        migrations.AlterModelOptions(
            name="mistake",
            options={"verbose_name": "mistake", "verbose_name_plural": "mistakes"},
        ),
        migrations.AlterModelOptions(
            name="playaddress",
            options={"verbose_name": "address of play", "verbose_name_plural": "addresses of play"},
        ),
        migrations.AlterModelOptions(
            name="player",
            options={"verbose_name": "player", "verbose_name_plural": "players"},
        ),
        migrations.AlterModelOptions(
            name="playerday",
            options={"verbose_name": "player day", "verbose_name_plural": "player days"},
        ),
        migrations.AlterModelOptions(
            name="playerfigures",
            options={
                "verbose_name": "player figures",
                "verbose_name_plural": "player figures",
            },
        ),
        migrations.AlterModelOptions(
            name="playeropening",
            options={
                "verbose_name": "player opening",
                "verbose_name_plural": "player openings",
            },
        ),
        migrations.AlterModelOptions(
            name="poolfigures",
            options={
                "verbose_name": "pool figures",
                "verbose_name_plural": "pool figures",
            },
        ),
        migrations.AlterModelOptions(
            name="rating",
            options={"verbose_name": "rating", "verbose_name_plural": "ratings"},
        ),
        migrations.AlterModelOptions(
            name="ratingpoint",
            options={
                "verbose_name": "rating after a match",
                "verbose_name_plural": "ratings after matches",
            },
        ),
        migrations.AlterModelOptions(
            name="report",
            options={"verbose_name": "report", "verbose_name_plural": "reports"},
        ),
        migrations.AlterModelOptions(
            name="request",
            options={
                "verbose_name": "repeatable request",
                "verbose_name_plural": "repeatable requests",
            },
        ),
        migrations.AlterModelOptions(
            name="reviewnote",
            options={"verbose_name": "private note", "verbose_name_plural": "private notes"},
        ),
        migrations.AlterModelOptions(
            name="rivalfigures",
            options={
                "verbose_name": "rival figures",
                "verbose_name_plural": "rival figures",
            },
        ),
        migrations.AlterModelOptions(
            name="ruleset",
            options={"verbose_name": "ruleset", "verbose_name_plural": "rulesets"},
        ),
        migrations.AlterModelOptions(
            name="rulesetfigures",
            options={
                "verbose_name": "ruleset figures",
                "verbose_name_plural": "ruleset figures",
            },
        ),
        migrations.AlterModelOptions(
            name="seat",
            options={"ordering": ["seat"], "verbose_name": "seat", "verbose_name_plural": "seats"},
        ),
        migrations.AlterModelOptions(
            name="seatanalysis",
            options={"verbose_name": "seat analysis", "verbose_name_plural": "seat analyses"},
        ),
        migrations.AlterModelOptions(
            name="shufflefigures",
            options={
                "verbose_name": "shuffle figures",
                "verbose_name_plural": "shuffle figures",
            },
        ),
        migrations.AlterModelOptions(
            name="silence",
            options={"verbose_name": "mute", "verbose_name_plural": "mutes"},
        ),
        migrations.AlterModelOptions(
            name="sitefigures",
            options={
                "verbose_name": "site figures",
                "verbose_name_plural": "site figures",
            },
        ),
        migrations.AlterModelOptions(
            name="table",
            options={"verbose_name": "table", "verbose_name_plural": "tables"},
        ),
        migrations.AlterModelOptions(
            name="tableseat",
            options={
                "ordering": ["seat"],
                "verbose_name": "seat at a table",
                "verbose_name_plural": "seats at tables",
            },
        ),
        migrations.AlterModelOptions(
            name="team",
            options={"verbose_name": "team", "verbose_name_plural": "teams"},
        ),
        migrations.AlterModelOptions(
            name="teamfigures",
            options={
                "verbose_name": "team figures",
                "verbose_name_plural": "team figures",
            },
        ),
        migrations.AlterModelOptions(
            name="teamplayer",
            options={"verbose_name": "team member", "verbose_name_plural": "team members"},
        ),
        migrations.AlterModelOptions(
            name="teamrating",
            options={"verbose_name": "team rating", "verbose_name_plural": "team ratings"},
        ),
        migrations.AlterModelOptions(
            name="trick",
            options={
                "ordering": ["number"],
                "verbose_name": "trick",
                "verbose_name_plural": "tricks",
            },
        ),
        migrations.AlterModelOptions(
            name="worker",
            options={"verbose_name": "worker process", "verbose_name_plural": "worker processes"},
        ),
    ]
