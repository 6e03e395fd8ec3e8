-- Constants of which a part is assigned, in procedures.
library ieee;
use ieee.std_logic_1164.all;
entity split_procedures is
  port (
    clk, rst, we : in std_logic;
    d : in std_logic_vector(3 downto 0);
    y, z, w, v : out std_logic_vector(7 downto 0)
  );
end entity;
architecture rtl of split_procedures is
  signal r, s, t, x : std_logic_vector(7 downto 0);
  procedure set(signal v : out std_logic_vector(7 downto 0)) is
  begin
    v <= x"26";
  end procedure;
begin
  process (clk)
    procedure reset is
    begin
      s <= x"2b";
    end procedure;
    procedure store(n : in std_logic_vector(3 downto 0)) is
    begin
      s(6 downto 3) <= n;
    end procedure;
    procedure load(n : in std_logic_vector(7 downto 0)) is
    begin
      x <= n;
    end procedure;
    variable n : std_logic_vector(7 downto 0);
    procedure vreset is
    begin
      n := x"17";
    end procedure;
  begin
    if rising_edge(clk) then
      if rst = '1' then set(r); reset; vreset; load(x"4e"); elsif we = '1' then x(5 downto 2) <= d; r(6 downto 3) <= d; store(d); n(7 downto 4) := d; end if;
      t <= n;
    end if;
  end process;
  y <= r;
  z <= s;
  w <= t;
  v <= x;
end architecture;
