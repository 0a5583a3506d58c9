"""The rows that tests of the suite hold: each is run here by its name, and counts once for each case that passes."""

from __future__ import annotations

from tests.faults.cited import run_of_tests
from tests.faults.frame import Experiment

REFUSED, REMOVED, DOWN = (f"end_to_end/test_{name}.py::" for name in ("refused", "removed", "downtime"))
APPLY, POSTING, SHOWING = (f"bot/channel/test_{name}.py::" for name in ("apply", "posting", "showing"))
TROUBLE, STORE, SETUP = "end_to_end/test_trouble.py::", "bot/store/test_store.py::", "bot/desk/test_setup.py::"
COPIES = "bot/hosting/test_copies.py::"


def _cite(number: str, fault: str, cases: int, *tests: str) -> Experiment:
    return Experiment(number, fault, run_of_tests(*tests), cases, cases)


HELD = (
    _cite(
        "13",
        "a place that says no is asked once",
        1,
        "wire/test_refused.py::test_a_place_that_said_no_is_asked_once_however_many_press[403-50013]",
    ),
    _cite(
        "12b",
        "killed between sending and noting, the nonce forgotten: looked for, not sent twice",
        5,
        POSTING + "test_an_attempt_soon_after_a_lost_answer_has_the_same_nonce",
        POSTING + "test_an_attempt_long_after_a_lost_answer_finds_the_message_in_the_channel",
        POSTING + "test_an_attempt_long_after_one_that_failed_posts_and_calls",
        SHOWING + "test_a_turn_that_a_killed_process_sent_is_a_line_once_its_player_has_moved",
        SHOWING + "test_a_turn_that_could_not_be_noted_as_sent_is_a_line_once_its_player_has_moved",
    ),
    _cite(
        "15",
        "edits of old messages refused (30046)",
        4,
        REFUSED + "test_too_many_edits_of_old_messages_hold_nothing_up",
        APPLY + "test_a_card_that_takes_no_edit_keeps_no_call_from_coming",
        APPLY + "test_turns_that_take_no_edit_are_made_lines_the_next_time",
        APPLY + "test_a_turn_that_was_deleted_is_left_as_it_is_when_it_is_over",
    ),
    _cite(
        "16",
        "channels, threads and permissions that are gone, locked, given back",
        7,
        REFUSED + "test_a_locked_thread_is_told_on_a_press",
        REFUSED + "test_a_deleted_thread_is_replaced_under_a_new_card",
        REFUSED + "test_a_deleted_card_comes_back",
        REFUSED + "test_a_lost_permission_is_told_on_a_press_and_tried_every_five_minutes",
        REFUSED + "test_a_game_whose_channel_was_deleted_goes_on_where_a_player_wants_it",
        REFUSED + "test_a_card_that_is_deleted_at_once_every_time_leaves_the_game_in_the_channel",
        REFUSED + "test_a_thread_that_is_deleted_at_once_every_time_is_not_opened_for_ever",
    ),
    _cite(
        "18",
        "a player who is gone, or takes no private messages: the game ends all the same",
        12,
        "day/test_day.py",
        APPLY + "test_a_hand_that_is_brought_calls_and_one_that_is_not_lets_the_turn_call",
        "end_to_end/test_digest.py::test_closed_private_messages_are_no_fault_and_settings_tell_of_them",
    ),
    _cite(
        "19",
        "kicked from a server and added again, restarts in between",
        9,
        REMOVED.removesuffix("::"),
        DOWN + "test_a_server_that_removed_the_bot_gets_the_time_back_when_it_is_added_again",
        DOWN + "test_a_removal_while_the_gateway_is_away_is_noticed",
    ),
    _cite(
        "21",
        "a gateway or a login that refuses: growing pauses, or one sentence",
        6,
        *(
            f"wire/test_start.py::test_{name}"
            for name in (
                "without_a_network_it_waits_longer_each_time_and_can_be_ended",
                "a_token_that_is_not_accepted_is_one_sentence",
                "a_connection_that_is_ended_for_good_is_one_sentence",
                "a_login_that_is_forbidden_is_one_sentence",
            )
        ),
    ),
    _cite(
        "23",
        "the clock set by a second, an hour, a day; a machine that slept",
        10,
        DOWN + "test_a_clock_that_is_set_plays_no_turn_and_hurries_no_loop",
        DOWN + "test_after_hours_asleep_nobody_was_late_and_nobody_is_called",
        "bot/runtime/test_scheduler.py::test_by_itself_it_sees_that_the_clock_was_set_or_that_the_computer_slept",
        "bot/runtime/test_scheduler.py::test_a_clock_that_jumps_a_day_forward_or_back_changes_nothing_about_how_often_it_looks",
    ),
    _cite(
        "30",
        "databases restored from a copy: chains agree, games are played to their ends, lost moves are told",
        6,
        COPIES + "test_a_copy_made_amid_moves_opens_and_its_games_are_played_to_their_ends",
        COPIES + "test_what_is_no_copy_is_refused_and_the_database_stays",
        "end_to_end/test_lost_moves.py",
    ),
    _cite(
        "31",
        "the process that draws is killed, stands still, is told to end; the bot dies without it",
        8,
        "wire/test_studio.py",
        "bot/test_studio.py::test_a_process_that_was_killed_is_replaced_and_asked_again",
        "bot/test_studio.py::test_a_drawing_that_never_ends_is_given_up_and_the_next_is_drawn",
        "bot/test_studio.py::test_a_drawing_that_fails_tells_nobody_what_was_seen",
        "bot/test_studio.py::test_a_bot_that_is_killed_leaves_no_process_behind_and_no_word_of_it",
    ),
    _cite(
        "5f",
        "a changed step is found by its hash alone; a damaged file is named",
        4,
        "faults/test_flips.py::test_without_the_chain_a_changed_notation_would_pass",
        STORE + "test_damage_is_found_and_only_that_table_rests",
        STORE + "test_a_file_that_is_no_database_is_refused_in_a_sentence",
    ),
    _cite(
        "1m",
        "kill -9 in each part of the migrations, both databases",
        10,
        STORE + "test_a_migration_that_is_killed_leaves_nothing_and_runs_again",
    ),
    _cite(
        "22l",
        "a second process is refused, also after the server restarts",
        7,
        "faults/test_lock.py",
        STORE + "test_a_second_process_is_refused_until_the_first_ends",
    ),
    _cite(
        "1n",
        "killed in each step in which a new player takes a computer player's seat",
        8,
        "bot/table/test_newcomers.py::"
        "test_a_process_that_ends_in_any_step_leaves_the_newcomer_out_and_the_same_press_lets_them_in",
    ),
    _cite("25s", "a process stopped for hours", 1, "faults/test_stopped.py"),
    _cite(
        "S2p",
        "pace: computer players and confirmations take as long whatever is held",
        5,
        "bot/computer/test_timing.py",
        "engine/test_twins.py::test_a_last_lead_in_moon_tells_nothing_by_its_coming",
    ),
    _cite(
        "S3",
        "the same position gives the same bytes in every process",
        4,
        "renderers/test_contract.py::test_the_same_position_gives_the_same_bytes_in_every_process",
        "engine/test_contract.py::test_the_same_logs_look_the_same_in_another_process",
        "renderers/test_farmyard.py::test_another_process_lays_every_tile_at_the_same_place",
    ),
    _cite("S4", "planted leaks are found", 12, "bot/test_secrecy.py::test_a_leak_is_found"),
    _cite("S5l", "logs by allow-list; the token in no output", 8, "bot/test_logs.py"),
    _cite(
        "S7",
        "another's hand: pressed for, typed for, suggested",
        5,
        "end_to_end/test_secrecy.py",
        TROUBLE + "test_a_stranger_who_presses_my_hand_is_told_whose_turn_it_is_and_how_to_watch",
        TROUBLE + "test_a_stranger_who_types_what_only_players_can_do_is_told_how_to_watch",
        TROUBLE + "test_who_is_not_to_move_sees_a_hand_without_moves",
        "bot/service/test_tables.py::test_the_suggestions_are_the_callers_own_actions_where_it_is_their_turn",
    ),
    _cite(
        "S8",
        "public against private: a hidden tile in public text is seen by the recorder of every end-to-end test",
        3,
        "discord/test_recorder.py::test_a_hidden_tile_in_public_text_is_a_leak",
        "discord/test_recorder.py::test_a_hand_is_for_one_reader_and_a_board_for_all",
        "discord/test_recorder.py::test_a_direct_message_is_for_one_reader",
    ),
    _cite(
        "S7n",
        "a newcomer who waits for a computer player's seat: twins, asked for, typed for, suggested",
        11,
        "bot/test_secrecy.py::test_a_newcomer_gets_nothing_of_the_round_in_which_a_computer_plays_for_them",
        "bot/table/test_newcomers.py::test_a_newcomer_is_a_stranger_to_the_round_under_way",
        "end_to_end/test_newcomers.py::test_a_new_player_is_let_in_by_the_table_and_plays_the_next_round",
    ),
    _cite("S10", "names in texts and pictures can hold nothing that Discord reads", 20, "bot/talk/test_words.py"),
    _cite(
        "S11",
        "who may do what: hosts, managers, tables of another server",
        5,
        TROUBLE + "test_a_table_that_does_not_exist_or_is_elsewhere_is_unknown_alike",
        TROUBLE + "test_only_the_host_sets_options_and_begins",
        SETUP + "test_only_who_manages_the_server_sets_it_up",
        SETUP + "test_only_who_has_the_role_or_manages_the_server_opens_tables",
        REFUSED + "test_a_game_whose_channel_was_deleted_is_not_taken_to_another_server",
    ),
    _cite(
        "S12",
        "at rest: files for their owner alone, no secret of a running round in steps or records",
        5,
        STORE + "test_the_database_file_is_readable_by_its_owner_alone",
        COPIES + "test_a_copy_is_one_file_that_its_owner_alone_can_read",
        "bot/table/test_protocol.py::test_the_first_step_fixes_the_seeds_and_the_secret_is_not_in_it",
        "bot/table/test_deals.py::test_a_running_round_is_in_no_record",
    ),
)
