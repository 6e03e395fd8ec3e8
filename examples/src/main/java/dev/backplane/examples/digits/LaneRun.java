package dev.backplane.examples.digits;

/**
 * How long one digit takes with so many multipliers.
 *
 * @param lanes how many sums a layer makes at a time, where it has so many
 * @param multipliers how many multipliers that needs
 * @param cyclesPerDigit clock cycles for one digit, measured on the card
 */
record LaneRun(int lanes, long multipliers, long cyclesPerDigit) {}
