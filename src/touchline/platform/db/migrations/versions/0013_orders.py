"""Orders."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "billing_caught_up",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_caught_up")),
    )
    op.create_table(
        "billing_coupon",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("percent", sa.String(), nullable=True),
        sa.Column("amount_minor", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(), nullable=True),
        sa.Column("products", sa.JSON(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=True),
        sa.Column("most_each", sa.Integer(), nullable=True),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("of_pack", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_coupon")),
        sa.UniqueConstraint("channel_id", "code", name=op.f("uq_billing_coupon_channel_id_code")),
    )
    with op.batch_alter_table("billing_coupon", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_coupon_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "billing_customer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("customer", sa.String(), nullable=False),
        sa.Column("leaving", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_customer")),
        sa.UniqueConstraint(
            "channel_id", "account_id", name=op.f("uq_billing_customer_channel_id_account_id")
        ),
    )
    with op.batch_alter_table("billing_customer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_customer_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "billing_notice",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("heard_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_notice")),
    )
    with op.batch_alter_table("billing_notice", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_notice_heard_at"), ["heard_at"], unique=False)

    op.create_table(
        "billing_order",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("slot", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("product", sa.JSON(), nullable=False),
        sa.Column("grant", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("base_minor", sa.Integer(), nullable=False),
        sa.Column("fee_minor", sa.Integer(), nullable=False),
        sa.Column("discount_minor", sa.Integer(), nullable=False),
        sa.Column("promo_code", sa.String(), nullable=True),
        sa.Column("trial_days", sa.Integer(), nullable=False),
        sa.Column("country", sa.String(), nullable=True),
        sa.Column("card", sa.String(), nullable=True),
        sa.Column("payment_ref", sa.String(), nullable=True),
        sa.Column("client_secret", sa.String(), nullable=True),
        sa.Column("failure_code", sa.String(), nullable=True),
        sa.Column("failure_message", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempt_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("past_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("auto_renewal", sa.String(), nullable=True),
        sa.Column("renew_wanted", sa.Boolean(), nullable=True),
        sa.Column("look_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded_for", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_order")),
        sa.UniqueConstraint(
            "channel_id", "account_id", "key", name=op.f("uq_billing_order_channel_id_account_id_key")
        ),
        sa.UniqueConstraint(
            "channel_id", "account_id", "slot", name=op.f("uq_billing_order_channel_id_account_id_slot")
        ),
        sa.UniqueConstraint("uuid", name=op.f("uq_billing_order_uuid")),
    )
    with op.batch_alter_table("billing_order", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_order_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_billing_order_payment_ref"), ["payment_ref"], unique=False)
        batch_op.create_index("ix_billing_order_of_code", ["channel_id", "promo_code"], unique=False)
        batch_op.create_index(batch_op.f("ix_billing_order_look_at"), ["look_at"], unique=False)
        batch_op.create_index("ix_billing_order_of_account", ["channel_id", "account_id", "id"], unique=False)

    op.create_table(
        "billing_trial",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("uuid", sa.String(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_trial")),
        sa.UniqueConstraint("channel_id", "mark", name=op.f("uq_billing_trial_channel_id_mark")),
    )
    with op.batch_alter_table("billing_trial", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_trial_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_billing_trial_uuid"), ["uuid"], unique=False)

    op.create_table(
        "billing_transaction",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("movement", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("tax", sa.JSON(), nullable=False),
        sa.Column("taxed", sa.Boolean(), nullable=False),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["order_id"], ["billing_order.id"], name=op.f("fk_billing_transaction_order_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_transaction")),
        sa.UniqueConstraint(
            "channel_id", "movement", "ref", name=op.f("uq_billing_transaction_channel_id_movement_ref")
        ),
    )
    with op.batch_alter_table("billing_transaction", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_transaction_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_billing_transaction_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index("ix_billing_transaction_of_order", ["channel_id", "order_id"], unique=False)

    with op.batch_alter_table("billing_package", schema=None) as batch_op:
        batch_op.add_column(sa.Column("days", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("until", sa.Date(), nullable=True))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("billing_package", schema=None) as batch_op:
        batch_op.drop_column("until")
        batch_op.drop_column("days")

    with op.batch_alter_table("billing_transaction", schema=None) as batch_op:
        batch_op.drop_index("ix_billing_transaction_of_order")
        batch_op.drop_index(batch_op.f("ix_billing_transaction_channel_id"))
        batch_op.drop_index(batch_op.f("ix_billing_transaction_at"))

    op.drop_table("billing_transaction")
    with op.batch_alter_table("billing_trial", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_billing_trial_channel_id"))

    op.drop_table("billing_trial")
    with op.batch_alter_table("billing_order", schema=None) as batch_op:
        batch_op.drop_index("ix_billing_order_of_account")
        batch_op.drop_index(batch_op.f("ix_billing_order_look_at"))
        batch_op.drop_index("ix_billing_order_of_code")
        batch_op.drop_index(batch_op.f("ix_billing_order_payment_ref"))
        batch_op.drop_index(batch_op.f("ix_billing_order_channel_id"))

    op.drop_table("billing_order")
    with op.batch_alter_table("billing_notice", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_billing_notice_heard_at"))

    op.drop_table("billing_notice")
    with op.batch_alter_table("billing_customer", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_billing_customer_channel_id"))

    op.drop_table("billing_customer")
    with op.batch_alter_table("billing_coupon", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_billing_coupon_channel_id"))

    op.drop_table("billing_coupon")
    op.drop_table("billing_caught_up")
