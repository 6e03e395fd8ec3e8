/**
 * The embedded scheduler of a card (ERT): a command queue and control registers in the card's
 * register space, and the firmware behind them, which starts compute units by their registers and
 * tells of completed slots by status bits and an interrupt. It knows neither images nor the card:
 * who composes it gives it {@link dev.backplane.xrt.card.ert.UnitPorts} and {@link
 * dev.backplane.xrt.card.ert.DeviceCopy}.
 */
package dev.backplane.xrt.card.ert;
