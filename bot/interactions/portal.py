"""The application in Discord's developer portal: its invite links, and settings that break the bot."""

from collections.abc import Iterator
from typing import Final

import discord

# Optional permissions, by Discord's names: for threads, their messages, reminders, and pictures outside of answers.
OPTIONAL: Final = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "read_message_history": "Read Message History",
    "attach_files": "Attach Files",
}
_SCOPES = ("bot", "applications.commands")


def invitation(application: int) -> str:
    """Return the links that add the bot to a server, where its permissions are optional, or to a user's account."""
    server = discord.utils.oauth_url(application, permissions=discord.Permissions.none(), scopes=_SCOPES)
    optional = discord.Permissions(**dict.fromkeys(OPTIONAL, True))
    with_permissions = discord.utils.oauth_url(application, permissions=optional, scopes=_SCOPES)
    to_account = discord.utils.oauth_url(application, scopes=("applications.commands",))
    to_server = f"add it to a server: {server}; with games in threads and reminders: {with_permissions}"
    return f"{to_server}; to your own account: {to_account}&integration_type=1"


def has_user_install(application: discord.AppInfo) -> bool:
    """Return whether users may install the app for themselves. If not, Discord refuses commands for them.

    Source: interactions/application-commands.mdx, Installation Context.
    """
    return application.guild_integration_config is None or application.user_integration_config is not None


def faults(application: discord.AppInfo) -> Iterator[str]:
    """Yield a line for each setting that breaks the bot, with its page in the developer portal."""
    if application.interactions_endpoint_url:
        yield "General Information: clear Interactions Endpoint URL, or no commands or presses reach the bot"
    if not application.bot_public:
        yield "Bot: turn on Public Bot, or nobody but you can add it"
    if application.bot_require_code_grant:
        yield "Bot: turn off Requires OAuth2 Code Grant, or the links that add the bot don't work"
    if not has_user_install(application):
        yield "Installation: turn on User Install, or nobody can play in group chats or servers without the bot"
    yield from _guild_faults(application)
    user = application.user_integration_config
    if user and user.oauth2_install_params and "applications.commands" not in user.oauth2_install_params.scopes:
        yield "Installation, User Install: add the scope applications.commands, or Add App adds no commands"


def _guild_faults(application: discord.AppInfo) -> Iterator[str]:
    guild = application.guild_integration_config
    if guild is None:
        if application.user_integration_config is not None:
            yield "Installation: turn on Guild Install, or no server can add the bot"
        return
    defaults = guild.oauth2_install_params
    if defaults is None:
        if application.custom_install_url is None:
            yield "Installation, Guild Install: add the scopes bot and applications.commands, or Add App adds nothing"
    elif "bot" not in defaults.scopes:
        yield "Installation, Guild Install: add the scope bot, or Add App brings no threads, reminders or puzzle posts"
    elif missing := [name for flag, name in OPTIONAL.items() if not getattr(defaults.permissions, flag)]:
        names = ", ".join(missing)
        yield f"Installation, Guild Install: add {names}, or Add App leaves out threads, reminders or pictures"
