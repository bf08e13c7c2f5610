"""Let go of the models of old, and let PostgreSQL keep the log from being changed."""

from django.db import migrations

FORBID = """
CREATE OR REPLACE FUNCTION games_modaction_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'games_modaction is only ever appended to';
END
$$ LANGUAGE plpgsql;
CREATE TRIGGER games_modaction_append_only BEFORE UPDATE OR DELETE ON games_modaction
    FOR EACH ROW EXECUTE FUNCTION games_modaction_append_only();
"""
ALLOW = """
DROP TRIGGER IF EXISTS games_modaction_append_only ON games_modaction;
DROP FUNCTION IF EXISTS games_modaction_append_only();
"""


def forbid(_apps, editor):
    """Refuse changes of the log in the database itself, where that is PostgreSQL."""
    if editor.connection.vendor == "postgresql":
        editor.execute(FORBID)


def allow(_apps, editor):
    """Let the log be changed again."""
    if editor.connection.vendor == "postgresql":
        editor.execute(ALLOW)


def let_go(_apps, editor):
    """Take the old tables out of PostgreSQL's references, which would keep others from being emptied."""
    if editor.connection.vendor != "postgresql":
        return
    for table in ("games_silence", "games_report"):
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_constraints(cursor, table)
        for name, constraint in found.items():
            if constraint["foreign_key"]:
                editor.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')


class Migration(migrations.Migration):

    dependencies = [("games", "0035_moderation_rows")]

    operations = [
        # the tables stay for the release before, which still reads and writes them
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="Silence"),
                migrations.DeleteModel(name="Report"),
            ]
        ),
        migrations.RunPython(let_go, migrations.RunPython.noop),
        migrations.RunPython(forbid, allow),
    ]
